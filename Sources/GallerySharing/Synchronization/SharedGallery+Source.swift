// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension SharedGallery {
  /// Answers the request of the session: immediately for a change that the source already has,
  /// otherwise when the source answers.
  mutating func ask(for changeset: Changeset, _ transaction: GalleryTransactionID) {
    let tickets = session.waitingTickets
    if let takeover = shared.takeover, tickets == [takeover.ticket] {
      adoptions.append(transaction)
      session.resolveCommit(transaction, .success, at: session.time)
      return
    }
    guard session.waitingTransaction == transaction else { return }
    shared.isAsking = true
    let rotation = rotations.first { $0.ticket == tickets.first }?.rotation
    attempt(
      SourceEdit(
        changeset: changeset, transaction: transaction, tickets: tickets, rotation: rotation),
      at: session.time)
  }

  /// Asks the source for an edit, based on its current pages.
  private mutating func attempt(_ edit: SourceEdit, at time: Duration) {
    guard edit.attemptCount < SourceEdit.attemptLimit else {
      return fail(edit, .conflict(version: shared.version), at: time)
    }
    var edit = edit
    edit.attemptCount += 1
    if takeArrived() { send(edit, at: time) } else { read(.catchingUp, for: edit) }
  }

  private mutating func read(_ step: SourceEdit.Step, for edit: SourceEdit) {
    var edit = edit
    edit.step = step
    edit.number = request(.pages)
    self.edit = edit
  }

  private mutating func send(_ edit: SourceEdit, at time: Duration) {
    let (change, count): (Changeset, Int)
    do throws(UpdateError) {
      (change, count) = try requestToSource(edit)
    } catch {
      return fail(edit, .invalidChange(error), at: time)
    }
    var edit = edit
    edit.skipped = skippedPages(of: edit)
    if change.isEmpty { return succeed(edit, at: time) }
    edit.step = .applying(change, version: shared.version, count: count)
    edit.number =
      if let rotation = edit.rotation {
        request(.rotate(rotation.page, by: rotation.turns, to: shared.version))
      } else {
        request(.apply(change, to: shared.version))
      }
    self.edit = edit
  }

  /// Returns an edit relative to the pages of the source, and the resulting number of pages.
  private func requestToSource(
    _ edit: SourceEdit
  ) throws(UpdateError) -> (Changeset, pageCount: Int) {
    if let rotation = edit.rotation { return requestToSource(rotation) }
    guard let order = shared.order else {
      return (edit.changeset, session.count + edit.changeset.countChange)
    }
    var goal = order
    try goal.apply(edit.changeset, from: SourcePages(session.snapshot.pages))
    return (order.changeset(to: goal), goal.pages.count)
  }

  /// Returns the replaced pages that the source does not have any more.
  private func skippedPages(of edit: SourceEdit) -> [PageID] {
    guard let order = shared.order, !edit.changeset.replacements.isEmpty else { return [] }
    let (shown, names) = (session.snapshot.pages, order.indexes)
    return edit.changeset.replacements.map { shown[$0.index].id }.filter { !names.contains($0) }
  }

  /// Returns a rotation as a change of the current pages of the source, and their number.
  ///
  /// A page that is already deleted stays deleted.
  private func requestToSource(_ rotation: PageRotation) -> (Changeset, pageCount: Int) {
    var found = session.index(of: rotation.page).map { ($0, session.page(rotation.page)?.size) }
    if let pages = shared.order?.pages {
      found = pages.firstIndex { $0.id == rotation.page }.map { ($0, pages[$0].size) }
    }
    let count = shared.order?.pages.count ?? session.count
    guard let (index, size) = found else { return (Changeset(), count) }
    let turned = Changeset.Replacement(index: index, size: size?.turned(by: rotation.turns))
    return (Changeset(replacements: [turned]), count)
  }
}

// MARK: - Answers

extension SharedGallery {
  /// Takes a response to the request for an edit.
  ///
  /// - Returns: `false` if the response is of another kind.
  mutating func take(
    _ response: PageSourceResponse, for edit: SourceEdit, at time: Duration
  ) -> Bool {
    if case .applying(let change, let version, let count) = edit.step {
      return take(response, for: edit, change, of: version, count: count, at: time)
    }
    let isResynchronizing = if case .resynchronizing = edit.step { true } else { false }
    do throws(PageSourceFailure) {
      let version = isResynchronizing ? shared.version : .min
      guard let known = try pages(of: response, notBefore: version) else { return false }
      if isResynchronizing { try show(known, at: time) } else { rebase(edit, on: known, at: time) }
    } catch {
      if isResynchronizing {
        resolve(edit, .failure(.sourceInconsistent), at: time)
        relisten(after: error, at: time)
      } else {
        fail(edit, error, at: time)
      }
    }
    return true
  }

  private mutating func take(
    _ response: PageSourceResponse, for edit: SourceEdit, _ change: Changeset, of version: Int,
    count: Int, at time: Duration
  ) -> Bool {
    switch response {
    case .receipt(let receipt):
      guard receipt.version == version &+ 1, receipt.pageCount ?? count == count else {
        read(.resynchronizing, for: edit)
        return true
      }
      shared.note(change, isRotation: edit.rotation != nil, version: receipt.version) {
        [session] in SourcePages(session.snapshot.pages)
      }
      succeed(edit, at: time)
    case .failure(.conflict(let found, let changes)):
      for change in changes { shared.receive(change) }
      if !changes.isEmpty, found > version, takeArrived(), shared.version >= found {
        attempt(edit, at: time)
      } else {
        read(.rereading(version: version, found: found), for: edit)
      }
    case .failure(let failure): fail(edit, failure, at: time)
    default: return false
    }
    return true
  }

  /// Continues an edit after the pages of the source were read.
  private mutating func rebase(_ edit: SourceEdit, on known: VersionedPages, at time: Duration) {
    guard case .rereading(let version, let found) = edit.step else {
      if shared.arePagesUnknown { goBack(to: known, at: time) } else { note(known) }
      return send(edit, at: time)
    }
    // A retry with the same pages would give the same result.
    guard known.version >= found, found > version || found < version && !edit.hasGoneBack else {
      return fail(edit, .conflict(version: found), at: time)
    }
    if found < version { goBack(to: known, at: time) } else { note(known) }
    var edit = edit
    edit.hasGoneBack = edit.hasGoneBack || found < version
    attempt(edit, at: time)
  }

  /// Adopts the pages of the source immediately, after an unexpected result.
  private mutating func show(
    _ known: VersionedPages, at time: Duration
  ) throws(PageSourceFailure) {
    do throws(GalleryError) {
      try session.resynchronize(with: known.pages, at: time)
    } catch {
      throw .unusablePages(error)
    }
    edit = nil
    shared.isAsking = false
    note(known)
    shared.agree { [session] in session.page($0) }
  }

  private mutating func succeed(_ edit: SourceEdit, at time: Duration) {
    rotations.removeAll { edit.tickets.contains($0.ticket) }
    shared.noteOwnPictures(of: edit.skipped)
    let page = edit.rotation.flatMap { session.page($0.page) }
    resolve(edit, .success, at: time)
    if let page, let rotation = edit.rotation { turned = (page, rotation) }
  }

  private mutating func fail(
    _ edit: SourceEdit, _ failure: PageSourceFailure, at time: Duration
  ) {
    outputs.append(.refused(edit.tickets, failure))
    resolve(edit, .failure(failure.ofUpdate), at: time)
    if case .gone = failure {
      pass(to: time)
      loseSource(.gone, at: time)
    }
  }

  private mutating func resolve(_ edit: SourceEdit, _ answer: CommitAnswer, at time: Duration) {
    self.edit = nil
    shared.isAsking = false
    session.resolveCommit(edit.transaction, answer, at: time)
  }

  /// Corrects the shape of a page after a rotation that was requested with another shape.
  ///
  /// This happens if an edit before the rotation has failed, or has set another image. The change
  /// is reported before the corrected shape.
  ///
  /// - Returns: Whether the shape was corrected.
  mutating func correctShape(at time: Duration) -> Bool {
    guard let (old, rotation) = turned else { return false }
    turned = nil
    let size = old.size?.turned(by: rotation.turns)
    guard let page = session.page(old.id), page.size != size else { return false }
    guard (try? session.setSize(size, of: page.id, at: time)) != nil else { return false }
    tellShape(of: page.id)
    return true
  }
}
