// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A source that keeps pages in memory, for previews, examples and tests.
///
/// Several galleries can share it.
public actor MemoryPageSource: PageSource {
  /// The name of the source, `nil` if it has none.
  public nonisolated let name: PageSourceName?

  private var order: SourcePages
  private var rotations: [PageID: QuarterTurns] = [:]
  private var version = 0
  /// The deleted pages, as before their deletion.
  private var deleted: [PageID: DeletedPage] = [:]
  /// All changes so far; the first one leads to version 1.
  private var history: [Changeset] = []
  private var listeners: [Int: AsyncStream<PageSourceChange>.Continuation] = [:]
  private var listenerCount = 0

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - pages: The pages in order.
  ///   - name: The name of the source. `nil` by default: it has none.
  /// - Precondition: The pages have distinct identifiers.
  public init(_ pages: [Page], name: PageSourceName? = nil) {
    precondition(Set(pages.map(\.id)).count == pages.count, "two pages have the same name")
    self.name = name
    order = SourcePages(pages)
  }

  /// Returns the current pages.
  ///
  /// - Returns: The pages and their version.
  public func pages() -> VersionedPages {
    VersionedPages(pages: order.pages, version: version)
  }

  /// Applies a change.
  ///
  /// - Parameters:
  ///   - changeset: The change.
  ///   - version: The version that the change is based on.
  /// - Returns: The version after the change and the number of pages.
  /// - Throws: ``PageSourceError/conflict(version:changes:)`` if the pages have another version,
  ///   ``PageSourceError/invalidChange(_:)`` if the change does not fit, or inserts an existing
  ///   page.
  public func apply(
    _ changeset: Changeset, to version: Int
  ) throws(PageSourceError) -> PageSourceReceipt {
    let old = order.pages
    let changed = try pages(after: changeset, to: version)
    for index in changeset.deletions {
      deleted[old[index].id] = DeletedPage(page: old[index], index: index)
    }
    for insertion in changeset.insertions { deleted[insertion.page.id] = nil }
    for index in changeset.deletions + changeset.replacements.map(\.index) {
      rotations[old[index].id] = nil
    }
    return commit(changed, changeset)
  }

  /// Rotates a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - turns: The turns to add to its rotation.
  ///   - version: The version that the change is based on.
  /// - Returns: The version after the change and the number of pages.
  /// - Throws: ``PageSourceError/conflict(version:changes:)`` if the pages have another version,
  ///   ``PageSourceError/invalidChange(_:)`` with `UpdateError.unknownPage`.
  public func rotate(
    _ page: PageID, by turns: QuarterTurns, to version: Int
  ) throws(PageSourceError) -> PageSourceReceipt {
    guard version == self.version else { throw .conflict(version: self.version) }
    guard let index = order.pages.firstIndex(where: { $0.id == page }) else {
      throw .invalidChange(.unknownPage(page))
    }
    let size = order.pages[index].size?.turned(by: turns)
    let changeset = Changeset(replacements: [.init(index: index, size: size)])
    let changed = try pages(after: changeset, to: version)
    rotations[page] = rotation(of: page) + turns
    return commit(changed, changeset)
  }

  /// Returns the rotation of a page relative to its original image.
  ///
  /// - Parameter page: The page.
  /// - Returns: The sum of its rotations.
  public func rotation(of page: PageID) -> QuarterTurns { rotations[page] ?? .none }

  /// Returns a deleted page, as before its deletion.
  ///
  /// - Parameter page: The page.
  /// - Returns: The page and its previous index.
  /// - Throws: ``PageSourceError/invalidChange(_:)`` with `UpdateError.unknownPage` if no page with
  ///   this identifier was deleted.
  public func deletedPage(_ page: PageID) throws(PageSourceError) -> DeletedPage {
    guard let found = deleted[page] else { throw .invalidChange(.unknownPage(page)) }
    return found
  }

  private func pages(
    after changeset: Changeset, to version: Int
  ) throws(PageSourceError) -> SourcePages {
    guard version == self.version else { throw .conflict(version: self.version) }
    var changed = order
    do throws(UpdateError) {
      try changed.apply(changeset)
    } catch {
      throw .invalidChange(error)
    }
    return changed
  }

  private func commit(_ changed: SourcePages, _ changeset: Changeset) -> PageSourceReceipt {
    order = changed
    self.version += 1
    history.append(changeset)
    let change = PageSourceChange(version: self.version, changeset: changeset)
    for listener in listeners.values { listener.yield(change) }
    return PageSourceReceipt(version: self.version, pageCount: order.pages.count)
  }

  /// Returns the changes after a version.
  ///
  /// - Parameter version: The version after which changes are returned.
  /// - Returns: The changes in order. The sequence does not end.
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
