// SPDX-License-Identifier: Apache-2.0

/// A host's list of pages that makes changes synchronously.
///
/// A host that answers asynchronously calls ``GallerySession/advance(to:)`` and
/// ``GallerySession/resolveCommit(_:_:at:)`` itself.
public protocol GalleryDataSource {
  /// The number of pages.
  var pageCount: Int { get }

  /// Returns a page.
  ///
  /// - Parameter index: An index in `0..<pageCount`.
  /// - Returns: The page.
  func page(at index: Int) -> Page

  /// Applies a change, all or nothing.
  ///
  /// - Parameter changeset: The change, which is valid for the current pages.
  /// - Throws: An error if the change was not applied.
  mutating func apply(_ changeset: Changeset) throws(UpdateError)
}

extension GallerySession {
  /// Advances to a time, and lets a source apply the changes of the pages at their exact times.
  ///
  /// If the pages of the source then differ from the result of a change, the gallery adopts them:
  /// see ``resynchronize(with:at:)``.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - source: The pages.
  /// - Returns: The events since the last `advance`, in order.
  /// - Throws: `GalleryError` if an identifier occurs twice in the adopted pages.
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

  /// Returns whether a source has the number of pages and the new pages that a change leads to.
  private func isConsistent(_ source: some GalleryDataSource, after changeset: Changeset) -> Bool {
    guard source.pageCount == pages.count + changeset.countChange else { return false }
    let isInserted = changeset.insertions.allSatisfy { source.page(at: $0.index).id == $0.page.id }
    return isInserted
      && changeset.moves.allSatisfy { source.page(at: $0.destination).id == pages.ids[$0.source] }
  }
}
