// SPDX-License-Identifier: Apache-2.0

import GalleryModel

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
    var isGone = false
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
      isGone = error == .gone
    }
    shared.isAsking = false
    let old = rotation.flatMap { session.page($0.page) }
    session.resolveCommit(transaction, answer, at: timeline.now)
    // Subscribers hear of the change before they hear of a shape that it got wrong.
    settle()
    if isGone { loseSource(.gone) }
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
    var hasGoneBack = false
    for _ in 0..<Self.attemptLimit {
      if !takeArrived() { try await catchUp() }
      let (request, count) =
        if let rotation { requestToSource(rotation) } else { try requestToSource(changeset) }
      if request.isEmpty { return true }
      let version = shared.version
      do throws(PageSourceError) {
        let receipt = try await apply(request, turning: rotation, to: version)
        guard receipt.version == version &+ 1, receipt.pageCount ?? count == count else {
          return false
        }
        shared.note(request, isRotation: rotation != nil, version: receipt.version) { shown }
        return true
      } catch {
        guard case .conflict(let found) = error else { throw error }
        let known = try await readPages()
        // Asked again at once for the pages that it gives, the source would say the same.
        guard known.version >= found, found > version || found < version && !hasGoneBack else {
          throw error
        }
        hasGoneBack = hasGoneBack || found < version
        if found < version { goBack(to: known) } else { note(known) }
      }
    }
    throw .conflict(version: shared.version)
  }

  /// Reads what the source has told and not said.
  private func catchUp() async throws(PageSourceError) {
    let known = try await readPages()
    if shared.arePagesUnknown { goBack(to: known) } else { note(known) }
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
  ///
  /// If it gives none, or old ones, it is lost until it gives others.
  private func resynchronize(_ transaction: GalleryTransactionID) async {
    do throws(PageSourceError) {
      let known = try await readPages(notBefore: shared.version)
      shared.isAsking = false
      try show(known)
    } catch {
      shared.isAsking = false
      session.resolveCommit(transaction, .failure(.sourceInconsistent), at: timeline.now)
      relisten(after: error)
    }
    settle()
  }

  private func show(_ known: VersionedPages) throws(PageSourceError) {
    do throws(GalleryError) {
      try session.resynchronize(with: known.pages, at: timeline.now)
    } catch {
      throw PageSourceError(error)
    }
    note(known)
    shared.agree { session.page($0) }
  }
}

extension PageSourceError {
  /// The error that the session is told.
  fileprivate var ofUpdate: UpdateError {
    if case .invalidChange(let error) = self { error } else { .sourceFailed(code: 0) }
  }
}
