// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension SharedGallery {
  /// Shows foreign changes, unless a change is in progress in the source.
  ///
  /// The change is queued with the edits of the gallery, so that they cannot delay it forever, and
  /// runs in a transaction of its own.
  ///
  /// - Returns: Whether the session was asked to show them.
  mutating func takeOverChanges(at time: Duration) -> Bool {
    guard !isClosed, shared.canTakeOver else { return false }
    guard takeArrived() else {
      // After the source answers again, its pages are read anyway.
      if !isSourceLost || !shared.arePagesUnknown { refresh() }
      return false
    }
    guard shared.order != nil else { return false }
    let shown = SourcePages(session.snapshot.pages)
    guard let changeset = shared.changeset(from: shown), !changeset.isEmpty else {
      shared.agree { [session] in session.page($0) }
      return false
    }
    let request = UpdateRequest.batch(shown.edits(for: changeset))
    let ticket = session.enqueue(request, alone: true, at: time)
    shared.beginTakeover(ticket) { [session] in session.page($0) }
    return true
  }

  /// Records that the session has finished adopting changes.
  mutating func endTakeover(_ outcome: UpdateOutcome) {
    let isShown = if case .success = outcome { true } else { false }
    let isDone = shared.endTakeover(isShown: isShown) { [session] in session.page($0) }
    guard !isDone else { return }
    do throws(GalleryError) {
      if let order = shared.order {
        try session.resynchronize(with: order.pages, at: session.time)
      }
      shared.agree { [session] in session.page($0) }
    } catch {
      // An edit of these pages would be based on others.
      shared.goBack(to: shared.version)
      relisten(after: .unusablePages(error), at: session.time)
    }
  }

  mutating func takeArrived() -> Bool {
    shared.takeArrived { [session] in SourcePages(session.snapshot.pages) }
  }

  /// Records the pages reported by the source.
  mutating func note(_ known: VersionedPages) {
    shared.note(known) { [session] in SourcePages(session.snapshot.pages) }
  }

  /// Adopts the pages of a source whose version has decreased.
  mutating func goBack(to known: VersionedPages, at time: Duration) {
    shared.goBack(to: known.version)
    note(known)
    pass(to: time)
  }

  /// Requests the pages of the source, because changes are missing.
  private mutating func refresh() {
    shared.isRefreshing = true
    let version = shared.newestVersion
    refreshing = (request(.pages), version)
  }

  /// Takes a response to the request for pages that contain missing changes.
  ///
  /// - Returns: `false` if the response is of another kind.
  mutating func take(
    _ response: PageSourceResponse, notBefore version: Int, at time: Duration
  ) -> Bool {
    do throws(PageSourceFailure) {
      guard let known = try pages(of: response, notBefore: version) else { return false }
      endRefreshing()
      note(known)
    } catch {
      endRefreshing()
      relisten(after: error, at: time)
    }
    return true
  }

  private mutating func endRefreshing() {
    shared.isRefreshing = false
    refreshing = nil
  }
}
