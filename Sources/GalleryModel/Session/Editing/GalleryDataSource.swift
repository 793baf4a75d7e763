// SPDX-License-Identifier: Apache-2.0

/// The pages of a host, which answers at once when it is asked to change them.
///
/// A host that answers later uses ``GallerySession/advance(to:)`` and
/// ``GallerySession/resolveCommit(_:_:at:)`` itself.
public protocol GalleryDataSource {
  /// The number of pages.
  var pageCount: Int { get }

  /// Returns a page.
  ///
  /// - Parameter index: An index in `0..<pageCount`.
  /// - Returns: The page.
  func page(at index: Int) -> Page

  /// Makes a change, all of it or nothing.
  ///
  /// - Parameter changeset: The change, which fits the present pages.
  /// - Throws: An error if the pages stay what they are.
  mutating func apply(_ changeset: Changeset) throws(UpdateError)
}

extension GallerySession {
  /// Lets time pass, and lets a source make the changes of the pages at their exact times.
  ///
  /// If the source then has other pages than those to which a change leads, the gallery takes them
  /// over: see ``resynchronize(with:at:)``.
  ///
  /// - Parameters:
  ///   - time: The time to go to.
  ///   - source: The pages.
  /// - Returns: What happened since the last `advance`, in order.
  /// - Throws: `GalleryError` if pages that are to be taken over have the same name twice.
  public mutating func advance(
    to time: Duration, source: inout some GalleryDataSource
  ) throws(GalleryError) -> [GalleryEvent] {
    var events = advance(to: time)
    while let id = waitingTransaction, let changeset = transaction?.update.changeset {
      do throws(UpdateError) {
        try source.apply(changeset)
      } catch {
        resolveCommit(id, .failure(error), at: self.time)
        events += advance(to: time)
        continue
      }
      if isConsistent(source, after: changeset) {
        resolveCommit(id, .success, at: self.time)
      } else {
        let pages = (0..<source.pageCount).map { source.page(at: $0) }
        try resynchronize(with: pages, at: self.time)
      }
      events += advance(to: time)
    }
    return events
  }

  /// Whether a source has the number of pages to which a change leads, and the pages that it names.
  private func isConsistent(_ source: some GalleryDataSource, after changeset: Changeset) -> Bool {
    guard source.pageCount == pages.count + changeset.countChange else { return false }
    let isInserted = changeset.insertions.allSatisfy { source.page(at: $0.index).id == $0.page.id }
    return isInserted
      && changeset.moves.allSatisfy { source.page(at: $0.destination).id == pages.ids[$0.source] }
  }
}
