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
  /// - Throws: `GalleryError` if an identifier occurs twice in the pages to adopt. The change has failed then, and
  ///   the next call returns the events.
  public mutating func advance(
    to time: Duration, source: inout some GalleryDataSource
  ) throws(GalleryError) -> [GalleryEvent] {
    var events = advance(to: time)
    while let id = waitingTransaction, let waiting = transaction {
      let changeset = waiting.update.changeset
      do throws(UpdateError) {
        try source.apply(changeset)
      } catch {
        resolveCommit(id, .failure(error), at: self.time)
        events += advance(to: time)
        continue
      }
      do throws(GalleryError) {
        try answer(id, isConsistent(source, after: changeset, waiting.map), source)
      } catch {
        for event in events + outbox.take() { outbox.append(event) }
        throw error
      }
      events += advance(to: time)
    }
    return events
  }

  /// Commits a change that a source has made, or adopts the pages of the source.
  private mutating func answer(
    _ id: GalleryTransactionID, _ isConsistent: Bool, _ source: some GalleryDataSource
  ) throws(GalleryError) {
    if isConsistent {
      resolveCommit(id, .success, at: time)
      return
    }
    do throws(GalleryError) {
      try resynchronize(with: (0..<source.pageCount).map { source.page(at: $0) }, at: time)
    } catch {
      // The source must not make the change again.
      resolveCommit(id, .failure(.sourceInconsistent), at: time)
      throw error
    }
  }

  /// Returns whether a source has the number of pages and the touched pages that a change leads to.
  ///
  /// - Complexity: O(m log m) for m entries.
  private func isConsistent(
    _ source: some GalleryDataSource, after changeset: Changeset, _ map: IndexMap
  ) -> Bool {
    guard source.pageCount == pages.count + changeset.countChange else { return false }
    // What takes the place of a deleted page tells which one was deleted.
    let known = changeset.deletions.compactMap(map.successor) + changeset.replacements.map(\.index)
    return changeset.insertions.allSatisfy { source.page(at: $0.index).id == $0.page.id }
      && changeset.moves.allSatisfy { source.page(at: $0.destination).id == pages.ids[$0.source] }
      && known.allSatisfy { source.page(at: map.newIndex(of: $0)).id == pages.ids[$0] }
  }
}
