// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension Gallery {
  /// The maximum number of attempts to rebase a change on pages that others have changed.
  private static let attemptLimit = 100

  /// Answers the request of the session: immediately for a change that the source already has,
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
    // Subscribers are notified of the change before they are notified of a corrected shape.
    settle()
    if isGone { loseSource(.gone) }
    guard let rotation, let old, case .success = answer else { return }
    turn(old, as: rotation)
    settle()
  }

  /// Corrects the shape of a page after a rotation that was requested with another shape.
  ///
  /// This happens if an edit before the rotation has failed, or has set another image.
  private func turn(_ old: Page, as rotation: PageRotation) {
    let size = old.size?.turned(by: rotation.turns)
    guard let page = session.page(old.id), page.size != size else { return }
    guard (try? session.setSize(size, of: page.id, at: timeline.now)) != nil else { return }
    tellShape(of: page.id)
  }

  /// Applies a change in the source, based on its current pages.
  ///
  /// - Returns: `false` if the source has applied a change, but not the requested one.
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
        // A retry with the same pages would give the same result.
        guard known.version >= found, found > version || found < version && !hasGoneBack else {
          throw error
        }
        hasGoneBack = hasGoneBack || found < version
        if found < version { goBack(to: known) } else { note(known) }
      }
    }
    throw .conflict(version: shared.version)
  }

  /// Reads the changes that the source has made but not delivered yet.
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

  /// Returns a change relative to the pages of the source, and the resulting number of pages.
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

  /// Adopts the pages of the source immediately, after an unexpected result.
  ///
  /// If it provides none, or old ones, it counts as lost until it provides others.
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
  /// The error reported to the session.
  fileprivate var ofUpdate: UpdateError {
    if case .invalidChange(let error) = self { error } else { .sourceFailed(code: 0) }
  }
}
