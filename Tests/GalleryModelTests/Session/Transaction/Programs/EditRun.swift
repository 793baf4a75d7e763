// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

/// A session and its host, the owner of the pages, driven by a program with edits.
struct EditRun {
  let program: EditProgram
  /// The session, and its calls without edits.
  var galleryRun: ProgramRun
  /// The pages of the host.
  var source: ArraySource
  var eventLog: EventLog
  /// The tickets of all accepted requests, in order.
  var tickets: [UpdateTicket] = []

  private let found = FirstViolation()

  /// The first violation.
  var violation: String? { found.reason ?? eventLog.violation }

  /// Whether the session is advanced to the time of each call first.
  var advancesFirst = false

  /// Whether the visible contents are compared before and after calls that must not change them.
  var checksContinuity = true

  /// The expected queue, `nil` if it is not checked.
  var expectedQueue: ExpectedQueue?

  /// The number of answers of the host so far.
  var answerCount = 0

  /// The number of steps so far.
  private(set) var stepCount = 0

  /// The transaction that waits for an answer, and the step in which the host was asked.
  private var waiting: (id: GalleryTransactionID, step: Int)?

  init(_ program: EditProgram) throws {
    self.program = program
    galleryRun = try ProgramRun(program.gallery)
    let pages = galleryRun.session.pages
    source = ArraySource(pages: (0..<pages.count).map { pages.page(at: $0) })
    eventLog = EventLog(active: galleryRun.session.activePage)
  }

  var session: GallerySession {
    get { galleryRun.session }
    set { galleryRun.session = newValue }
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
  ///   - pause: Called before the call of the step, with its time in nanoseconds.
  /// - Throws: Errors of the session that no program may cause; refused calls are expected.
  mutating func perform(
    _ step: EditProgram.Step, pause: (inout EditRun, Int64) -> Void = { _, _ in }
  ) throws {
    stepCount += 1
    let time = galleryRun.time(after: step.wait)
    pause(&self, time)
    if advancesFirst || step.call == .gallery(.advance) { pass(until: time) }
    let before = session
    let isSmooth = try make(step.call, at: Duration(galleryTime: time))
    if isSmooth, checksContinuity {
      let reason = FrameContinuity.discontinuity(from: before, to: session.state(at: session.clock))
      expect(reason == nil, "\(reason ?? "") at \(step.call)")
    }
    answerLate()
    expectedQueue?.follow(galleryRun.session)
  }

  /// Advances the time, in nanoseconds, and gives the answers that have no delay.
  mutating func pass(until time: Int64) {
    repeat {
      if let id = session.waitingTransaction, waiting?.id != id {
        waiting = (id, stepCount)
        if program.answer(answerCount).delay == 0 { answer() }
      }
      eventLog.note(session.advance(to: Duration(galleryTime: time)))
    } while session.clock < time || hasNewQuestion
  }

  private var hasNewQuestion: Bool {
    session.waitingTransaction != nil && session.waitingTransaction != waiting?.id
  }

  /// Gives the answers whose delay, counted in steps, has ended.
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
