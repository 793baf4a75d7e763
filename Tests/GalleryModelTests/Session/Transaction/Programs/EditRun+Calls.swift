// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

extension EditRun {
  /// Returns whether the call must be continuous.
  mutating func make(_ call: EditProgram.Call, at callTime: Duration) throws -> Bool {
    // Handle everything due before the call first.
    let time = Duration(galleryTime: session.enter(at: callTime))
    expectedQueue?.follow(galleryRun.session)
    switch call {
    case .gallery(.advance): break
    case .gallery(.beginDrag(let surface)):
      let isTaken = session.beginDrag(surface, at: time)
      expect(isTaken == (session.count > 0), "touch of \(session.count) pages: \(isTaken)")
    case .gallery(let call):
      _ = try galleryRun.perform(TimedCall(time: Int64(galleryTime: callTime), call: call))
    case .enqueue(let request):
      let ticket = session.enqueue(request, at: time)
      tickets.append(ticket)
      expectedQueue?.accept(request, ticket)
      return true
    case .deleteActive:
      let active = session.count > 0 ? session.pages.ids[session.activePlace] : 0
      let page = session.queue.logicalActivePage(for: active, in: session.pages)
      guard let ticket = session.deleteActive(at: time) else { return true }
      tickets.append(ticket)
      if let page { expectedQueue?.accept(.delete(.id(page)), ticket) }
      return true
    case .cancel(let back):
      guard back < tickets.count else { return false }
      let ticket = tickets[tickets.count - 1 - back]
      expectedQueue?.cancel(ticket, galleryRun.session)
      let isAsked = session.waitingTickets.contains(ticket)
      let isTaken = session.cancel(ticket, at: time)
      expect(!(isAsked && isTaken), "\(ticket) was cancelled after the host was asked")
      return true
    case .drain: session.drain(at: time)
    case .discard:
      expectedQueue?.discard()
      session.discard(at: time)
    case .lose(let loss):
      loss.apply(to: &source.pages, newID: 5000 + UInt64(stepCount))
      try session.resynchronize(with: source.pages, at: time)
      expectedQueue?.lose(galleryRun.session)
    }
    return false
  }

  /// Answers the pending request.
  mutating func answer() {
    guard let id = session.waitingTransaction, let update = session.transaction?.update else {
      return
    }
    let kind = program.answer(answerCount).kind
    answerCount += 1
    let before = session
    expectedQueue?.follow(galleryRun.session)
    defer { expectedQueue?.follow(galleryRun.session) }
    do {
      switch kind {
      case .success:
        try source.apply(update.changeset)
        eventLog.committed.formUnion(update.tickets)
        expectedQueue?.answer(nil)
        expect(session.resolveCommit(id, .success, at: session.time), "answer refused")
      case .failure:
        expectedQueue?.answer(.sourceFailed(code: 7))
        let page = pageAtRest
        session.resolveCommit(id, .failure(.sourceFailed(code: 7)), at: session.time)
        // A change without duration has ended, and the next one may have begun.
        if let page, session.transaction?.id == id { checkRest(on: page) }
      case .loss(let loss):
        try source.apply(update.changeset)
        loss.apply(to: &source.pages, newID: 5000 + UInt64(answerCount) * 1000)
        try session.resynchronize(with: source.pages, at: session.time)
        expectedQueue?.lose(galleryRun.session)
        return
      }
    } catch { expect(false, "\(error)") }
    expect(session.waitingTransaction != id, "the question waits after its answer")
    guard checksContinuity else { return }
    let reason = FrameContinuity.discontinuity(from: before, to: session)
    expect(reason == nil, "\(reason ?? "") at the answer \(kind)")
  }
}
