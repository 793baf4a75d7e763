// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension Gallery {
  /// Shows foreign changes, unless a change is in progress in the source.
  ///
  /// The change is queued with the edits of the gallery, so that they cannot delay it forever, and
  /// runs in a transaction of its own.
  func takeOverChanges() {
    guard !isClosed, shared.canTakeOver else { return }
    guard takeArrived() else {
      // The task that waits for the source to answer again reads the pages afterwards.
      if !isSourceLost || !shared.arePagesUnknown { refresh() }
      return
    }
    guard shared.order != nil else { return }
    let shown = self.shown
    guard let changeset = shared.changeset(from: shown), !changeset.isEmpty else {
      return shared.agree { session.page($0) }
    }
    let request = UpdateRequest.batch(shown.edits(for: changeset))
    let ticket = session.enqueue(request, alone: true, at: timeline.now)
    shared.beginTakeover(ticket) { session.page($0) }
    settle()
  }

  /// Records that the session has finished adopting changes.
  func endTakeover(_ outcome: UpdateOutcome) {
    let isShown = if case .success = outcome { true } else { false }
    let isDone = shared.endTakeover(isShown: isShown) { session.page($0) }
    guard !isDone else { return }
    do throws(GalleryError) {
      if let order = shared.order {
        try session.resynchronize(with: order.pages, at: session.time)
      }
      shared.agree { session.page($0) }
    } catch {
      // An edit of these pages would be based on others.
      shared.goBack(to: shared.version)
      relisten(after: PageSourceError(error))
    }
  }

  func takeArrived() -> Bool { shared.takeArrived { shown } }

  /// The pages of the session.
  var shown: SourcePages { SourcePages(session.snapshot.pages) }

  /// Records the pages reported by the source.
  func note(_ known: VersionedPages) { shared.note(known) { shown } }

  /// Adopts the pages of a source whose version has decreased.
  func goBack(to known: VersionedPages) {
    shared.goBack(to: known.version)
    note(known)
    settle()
  }

  /// Requests the pages of the source.
  ///
  /// - Parameter version: The reported version: an immediate retry for older pages would return the
  ///   same ones. Any version by default.
  /// - Returns: Valid pages.
  /// - Throws: The error of the source, or an error for pages that are older or invalid.
  func readPages(notBefore version: Int = .min) async throws(PageSourceError) -> VersionedPages {
    let known = try await source.pages()
    guard known.version >= version else {
      throw PageSourceError(DecreasedVersionError(last: version, found: known.version))
    }
    try known.checkThatTheyCanBeShown()
    return known
  }

  /// Requests the pages of the source, because changes are missing.
  private func refresh() {
    guard !shared.isRefreshing else { return }
    shared.isRefreshing = true
    let told = shared.newestVersion
    Task {
      do throws(PageSourceError) {
        let known = try await readPages(notBefore: told)
        shared.isRefreshing = false
        note(known)
      } catch {
        shared.isRefreshing = false
        relisten(after: error)
      }
      settle()
    }
  }
}

extension Gallery {
  /// Whether a call of the source is in progress.
  var isWaitingForSource: Bool { shared.isAsking || shared.isRefreshing }
}
