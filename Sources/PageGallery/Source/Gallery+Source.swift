// SPDX-License-Identifier: Apache-2.0

import GalleryModel

// MARK: - Changes of our own

extension Gallery {
  /// How often a change is made anew for the pages that others have changed meanwhile.
  private static let attemptLimit = 100

  /// Answers the session's question: at once for what has happened in the source already, and
  /// otherwise when the source answers.
  func ask(for changeset: Changeset, _ transaction: GalleryTransactionID) {
    let tickets = session.waitingTickets
    if let takeover = shared.takeover, tickets == [takeover.ticket] {
      session.resolveCommit(transaction, .success, at: session.time)
      return
    }
    guard session.waitingTransaction == transaction else { return }
    shared.isAsking = true
    Task { await make(changeset, transaction, for: tickets) }
  }

  private func make(
    _ changeset: Changeset, _ transaction: GalleryTransactionID, for tickets: [UpdateTicket]
  ) async {
    let answer: CommitAnswer
    let rotation = tickets.first.flatMap { rotations[$0] }
    do throws(PageSourceError) {
      guard try await makeInSource(changeset, turning: rotation) else {
        return await resynchronize(transaction)
      }
      answer = .success
      for ticket in tickets { rotations[ticket] = nil }
    } catch {
      for ticket in tickets { sourceErrors[ticket] = error }
      answer = .failure(error.ofUpdate)
    }
    shared.isAsking = false
    let old = rotation.flatMap { session.page($0.page) }
    session.resolveCommit(transaction, answer, at: timeline.now)
    // Subscribers hear of the change before they hear of a shape that it got wrong.
    settle()
    guard let rotation, let old, case .success = answer else { return }
    turn(old, as: rotation)
    settle()
  }

  /// Gives a page the shape that it has after a rotation, if it was asked for with another one.
  ///
  /// That happens if an edit in front of the rotation has failed, or has brought another picture.
  private func turn(_ old: Page, as rotation: PageRotation) {
    let size = old.size?.turned(by: rotation.turns)
    guard let page = session.page(old.id), page.size != size else { return }
    guard (try? session.setSize(size, of: page.id, at: timeline.now)) != nil else { return }
    tellShape(of: page.id)
  }

  /// Makes a change in the source, for the pages that it has by now.
  ///
  /// - Returns: `false` if the source has made a change, but not the one that it was asked for.
  private func makeInSource(
    _ changeset: Changeset, turning rotation: PageRotation?
  ) async throws(PageSourceError) -> Bool {
    for _ in 0..<Self.attemptLimit {
      if !takeArrived() { try await readPages() }
      let (request, count) =
        if let rotation { requestToSource(rotation) } else { try requestToSource(changeset) }
      if request.isEmpty { return true }
      let version = shared.version
      do throws(PageSourceError) {
        let receipt = try await apply(request, turning: rotation, to: version)
        guard receipt.version == version &+ 1, receipt.pageCount ?? count == count else {
          return false
        }
        shared.note(request, isRotation: rotation != nil, version: receipt.version)
        return true
      } catch {
        guard case .conflict(let found) = error else { throw error }
        let known = try await source.pages()
        if found < version { goBack(to: known) } else { note(known) }
      }
    }
    throw .conflict(version: shared.version)
  }

  private func readPages() async throws(PageSourceError) {
    let known = try await source.pages()
    guard shared.arePagesUnknown else { return note(known) }
    try known.checkThatTheyCanBeShown()
    goBack(to: known)
  }

  private func apply(
    _ request: Changeset, turning rotation: PageRotation?, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    guard let rotation else { return try await source.apply(request, to: version) }
    return try await source.rotate(rotation.page, by: rotation.turns, to: version)
  }

  /// Returns a change as the source has to make it, and the number of pages that it leads to.
  private func requestToSource(
    _ changeset: Changeset
  ) throws(PageSourceError) -> (Changeset, pageCount: Int) {
    guard let order = shared.order else {
      return (changeset, session.count + changeset.countChange)
    }
    var goal = order
    do throws(UpdateError) {
      try goal.apply(changeset, from: shown)
    } catch {
      throw .invalidChange(error)
    }
    return (order.changeset(to: goal), goal.pages.count)
  }

  /// Takes over the pages of the source at once, after it has done something unexpected.
  private func resynchronize(_ transaction: GalleryTransactionID) async {
    let known = try? await source.pages()
    shared.isAsking = false
    if let known, (try? session.resynchronize(with: known.pages, at: timeline.now)) != nil {
      note(known)
      shared.agree()
    } else {
      session.resolveCommit(transaction, .failure(.sourceInconsistent), at: timeline.now)
    }
    settle()
  }
}

extension PageSourceError {
  /// The error that the session is told.
  fileprivate var ofUpdate: UpdateError {
    if case .invalidChange(let error) = self { error } else { .sourceFailed(code: 0) }
  }
}

// MARK: - Changes of others

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
      return shared.agree()
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
    if let order = shared.order {
      // Pages that cannot be shown are left out until the source has others.
      try? session.resynchronize(with: order.pages, at: session.time)
    }
    shared.agree()
  }

  private func takeArrived() -> Bool { shared.takeArrived { shown } }

  /// The pages of the session.
  private var shown: PageOrder { PageOrder(session.snapshot.pages) }

  /// Notes the pages that the source says it has.
  private func note(_ known: VersionedPages) { shared.note(known) { shown } }

  /// Takes over the pages of a source that has gone back to an earlier version.
  func goBack(to known: VersionedPages) {
    shared.goBack(to: known.version)
    note(known)
    settle()
  }

  /// Asks the source for its pages, because changes are missing.
  private func refresh() {
    guard !shared.isRefreshing else { return }
    shared.isRefreshing = true
    let told = shared.newestVersion
    Task {
      do throws(PageSourceError) {
        let known = try await source.pages()
        // Asked again at once, it would say the same.
        guard known.version >= told else {
          throw PageSourceError(VersionWentBack(last: told, found: known.version))
        }
        if shared.arePagesUnknown { try known.checkThatTheyCanBeShown() }
        shared.isRefreshing = false
        note(known)
      } catch {
        shared.isRefreshing = false
        shared.dropArrived()
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
