// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

/// A session and its host while a program with edits drives them.
struct EditRun {
  let program: EditProgram
  var base: ProgramRun
  var source: ArraySource
  var ledger: EventLedger
  var tickets: [UpdateTicket] = []

  private let found = FirstViolation()

  /// What went wrong first.
  var violation: String? { found.reason ?? ledger.violation }

  /// Whether calls find a session that has come to their time.
  var advancesFirst = false

  /// Whether moments are compared with those just before them.
  var comparesMoments = true

  /// What the queue should do, `nil` if nobody looks.
  var shadow: QueueShadow?

  private var answerCount = 0
  private var waiting: (id: GalleryTransactionID, step: Int)?
  private var stepCount = 0

  init(_ program: EditProgram) throws {
    self.program = program
    base = try ProgramRun(program.gallery)
    let pages = base.session.pages
    source = ArraySource(pages: (0..<pages.count).map { pages.page(at: $0) })
    ledger = EventLedger(active: base.session.activePage)
  }

  var session: GallerySession {
    get { base.session }
    set { base.session = newValue }
  }

  func expect(_ condition: Bool, _ reason: @autoclosure () -> String) {
    found.expect(condition, reason)
  }
}

// MARK: - Steps

extension EditRun {
  /// Makes a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - pause: Called before the call, with its time.
  /// - Throws: What the session throws, unless it refuses the call.
  mutating func perform(
    _ step: EditProgram.Step, pause: (inout EditRun, Int64) -> Void = { _, _ in }
  ) throws {
    stepCount += 1
    let time = base.time(after: step.wait)
    pause(&self, time)
    if advancesFirst || step.call == .gallery(.advance) { pass(until: time) }
    let before = session
    let isSmooth = try make(step.call, at: Duration(galleryTime: time))
    if isSmooth, comparesMoments {
      let reason = Moment.jump(from: before, to: session.at(session.clock))
      expect(reason == nil, "\(reason ?? "") at \(step.call)")
    }
    answerLate()
    shadow?.follow(base.session)
  }

  /// Lets time pass and answers at once where the host does.
  mutating func pass(until time: Int64) {
    repeat {
      if let id = session.waitingTransaction, waiting?.id != id {
        waiting = (id, stepCount)
        if program.answer(answerCount).delay == 0 { answer() }
      }
      ledger.note(session.advance(to: Duration(galleryTime: time)))
    } while session.clock < time || hasNewQuestion
  }

  private var hasNewQuestion: Bool {
    session.waitingTransaction != nil && session.waitingTransaction != waiting?.id
  }

  private mutating func answerLate() {
    while let id = session.waitingTransaction {
      if waiting?.id != id { waiting = (id, stepCount) }
      let age = stepCount - (waiting?.step ?? stepCount)
      guard age >= program.answer(answerCount).delay else { break }
      answer()
    }
    pass(until: session.clock)
  }

  /// Returns whether nothing may jump at the call.
  private mutating func make(_ call: EditProgram.Call, at callTime: Duration) throws -> Bool {
    // First what happens by itself until then.
    let time = Duration(galleryTime: session.enter(at: callTime))
    shadow?.follow(base.session)
    switch call {
    case .gallery(.advance): break
    case .gallery(let call):
      _ = try base.perform(TimedCall(time: Int64(galleryTime: callTime), call: call))
    case .enqueue(let request):
      let ticket = session.enqueue(request, at: time)
      tickets.append(ticket)
      shadow?.accept(request, ticket)
      return true
    case .deleteActive:
      let active = session.count > 0 ? session.pages.ids[session.activePlace] : 0
      let page = session.queue.logicalActivePage(for: active, in: session.pages)
      guard let ticket = session.deleteActive(at: time) else { return true }
      tickets.append(ticket)
      if let page { shadow?.accept(.delete(.id(page)), ticket) }
      return true
    case .cancel(let back):
      guard back < tickets.count else { return false }
      let ticket = tickets[tickets.count - 1 - back]
      shadow?.cancel(ticket, base.session)
      session.cancel(ticket, at: time)
      return true
    case .drain: session.drain(at: time)
    case .discard:
      shadow?.discard()
      session.discard(at: time)
    case .lose(let loss):
      loss.apply(to: &source.pages, newID: 5000 + UInt64(stepCount))
      try session.resynchronize(with: source.pages, at: time)
      shadow?.lose(base.session)
    }
    return false
  }

  /// Answers the question that waits.
  mutating func answer() {
    guard let id = session.waitingTransaction, let update = session.transaction?.update else {
      return
    }
    let kind = program.answer(answerCount).kind
    answerCount += 1
    let before = session
    shadow?.follow(base.session)
    defer { shadow?.follow(base.session) }
    do {
      switch kind {
      case .success:
        try source.apply(update.changeset)
        ledger.committed.formUnion(update.tickets)
        shadow?.answer(nil)
        expect(session.resolveCommit(id, .success, at: session.time), "answer refused")
      case .failure:
        shadow?.answer(.sourceFailed(code: 7))
        session.resolveCommit(id, .failure(.sourceFailed(code: 7)), at: session.time)
      case .loss(let loss):
        try source.apply(update.changeset)
        loss.apply(to: &source.pages, newID: 5000 + UInt64(answerCount) * 1000)
        try session.resynchronize(with: source.pages, at: session.time)
        shadow?.lose(base.session)
        return
      }
    } catch { expect(false, "\(error)") }
    expect(session.waitingTransaction != id, "the question waits after its answer")
    guard comparesMoments else { return }
    let reason = Moment.jump(from: before, to: session)
    expect(reason == nil, "\(reason ?? "") at the answer \(kind)")
  }
}
