// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// Pages in memory: a source for previews, examples and tests.
///
/// Several galleries may show the same one.
public actor MemoryPageSource: PageSource {
  private var order: PageOrder
  private var version = 0
  /// All changes so far, the first one leads to version 1.
  private var history: [Changeset] = []
  private var listeners: [Int: AsyncStream<PageSourceChange>.Continuation] = [:]
  private var listenerCount = 0

  /// Creates a source.
  ///
  /// - Parameter pages: The pages in order.
  /// - Precondition: The pages have different names.
  public init(_ pages: [Page]) {
    precondition(Set(pages.map(\.id)).count == pages.count, "two pages have the same name")
    order = PageOrder(pages)
  }

  /// Returns the pages as they are now.
  ///
  /// - Returns: The pages and the version that they are.
  public func pages() -> VersionedPages {
    VersionedPages(pages: order.pages, version: version)
  }

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - changeset: The change.
  ///   - version: The version that the change was made for.
  /// - Returns: The version after the change and the number of pages that it has.
  /// - Throws: ``PageSourceConflict`` if the pages have another version; `UpdateError` if the change
  ///   does not fit, or inserts a page that is there.
  public func apply(
    _ changeset: Changeset, to version: Int
  ) throws -> PageSourceReceipt {
    guard version == self.version else { throw PageSourceConflict(version: self.version) }
    var changed = order
    try changed.apply(changeset)
    order = changed
    self.version += 1
    history.append(changeset)
    let change = PageSourceChange(version: self.version, changeset: changeset)
    for listener in listeners.values { listener.yield(change) }
    return PageSourceReceipt(version: self.version, pageCount: order.pages.count)
  }

  /// Returns the changes after a version.
  ///
  /// - Parameter version: The version from which on changes are wanted.
  /// - Returns: The changes in order. It does not end.
  public nonisolated func changes(after version: Int) -> AsyncStream<PageSourceChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: PageSourceChange.self)
    Task { await listen(continuation, after: version) }
    return stream
  }

  private func listen(
    _ listener: AsyncStream<PageSourceChange>.Continuation, after version: Int
  ) {
    for past in history.indices.dropFirst(max(0, version)) {
      listener.yield(PageSourceChange(version: past + 1, changeset: history[past]))
    }
    let number = listenerCount
    listenerCount += 1
    listeners[number] = listener
    listener.onTermination = { [weak self] _ in
      Task { await self?.forget(number) }
    }
  }

  private func forget(_ listener: Int) { listeners[listener] = nil }
}
