// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

/// A session and its host, driven by a program with edits.
struct EditRun {
  let program: EditProgram
  var base: ProgramRun
  var source: ArraySource
  var ledger: EventLedger
  var tickets: [UpdateTicket] = []

  private let found = FirstViolation()

  /// The first violation.
  var violation: String? { found.reason ?? ledger.violation }

  /// Whether the session is advanced to the time of each call first.
  var advancesFirst = false

  /// Whether moments are compared with those immediately before.
  var comparesMoments = true

  /// The expected queue, `nil` if it is not checked.
  var shadow: QueueShadow?

  /// The number of answers so far.
  var answerCount = 0

  /// The number of steps so far.
  private(set) var stepCount = 0

  private var waiting: (id: GalleryTransactionID, step: Int)?

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
  /// - Throws: The errors of the session, unless it refuses the call.
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

  /// Advances the time, and answers immediately if the host does.
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
}
