// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension Gallery {
  /// Shows what others have changed, unless the source is being asked for something.
  ///
  /// The change stands in the queue with our own edits, so that they do not keep it away for ever,
  /// and runs in a transaction of its own.
  func takeOverChanges() {
    guard !isClosed, shared.canTakeOver else { return }
    guard takeArrived() else {
      // Whoever waits until a source answers again reads its pages then.
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

  /// Notes that the session has ended to take over changes.
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
      // An edit of these pages would be made in others.
      shared.goBack(to: shared.version)
      relisten(after: PageSourceError(error))
    }
  }

  func takeArrived() -> Bool { shared.takeArrived { shown } }

  /// The pages of the session.
  var shown: SourcePages { SourcePages(session.snapshot.pages) }

  /// Notes the pages that the source says it has.
  func note(_ known: VersionedPages) { shared.note(known) { shown } }

  /// Takes over the pages of a source that has gone back to an earlier version.
  func goBack(to known: VersionedPages) {
    shared.goBack(to: known.version)
    note(known)
    settle()
  }

  /// Asks the source for its pages.
  ///
  /// - Parameter version: The version that it has told: asked again at once for pages that are older, it
  ///   would give the same. Any version by default.
  /// - Returns: Pages that can be shown.
  /// - Throws: Its error, or that they are older, or that they cannot be shown.
  func readPages(notBefore version: Int = .min) async throws(PageSourceError) -> VersionedPages {
    let known = try await source.pages()
    guard known.version >= version else {
      throw PageSourceError(VersionWentBack(last: version, found: known.version))
    }
    try known.checkThatTheyCanBeShown()
    return known
  }

  /// Asks the source for its pages, because changes are missing.
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
  /// Whether the source has been asked and has not answered.
  var isWaitingForSource: Bool { shared.isAsking || shared.isRefreshing }
}
