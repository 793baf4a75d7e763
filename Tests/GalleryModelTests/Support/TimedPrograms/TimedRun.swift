// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// Runs a random program and checks the invariants of every model over time after each step.
///
/// - Refused calls have no effect, and neither has repeating a call that sets a state.
/// - Advancing the time in pieces leads to the same state and events, bit for bit.
/// - Equal queries have equal answers, and frames satisfy the invariants of the model.
/// - Nothing jumps, neither when a drag begins nor at boundaries.
/// - Boundaries are in the future, and end without further calls.
struct TimedRun<Subject: ModelSubject> {
  typealias Model = Subject.Model

  private var model: Model
  private var stepwise: Model
  private var events: [Model.Event] = []
  private var stepwiseEvents: [Model.Event] = []

  private init(_ setup: Subject.Setup) throws {
    model = try Subject.makeModel(setup)
    stepwise = model
  }

  static func violation(in program: TimedProgram<Subject>) throws -> String? {
    var run = try TimedRun(program.setup)
    for (place, step) in program.steps.enumerated() {
      if let reason = try run.violation(in: step) {
        return "\(reason), at step \(place): \(String(describing: step.call))"
      }
    }
    return nil
  }

  private mutating func violation(in step: TimedProgram<Subject>.Step) throws -> String? {
    let time = time(after: step.wait)
    let call = step.call
    if let reason = jumpBetween(model.clock, time) { return reason }
    if let call {
      if let reason = try perform(call, at: Duration(galleryTime: time)) { return reason }
    } else {
      _ = model.enter(at: Duration(galleryTime: time))
      _ = stepwise.enter(at: Duration(galleryTime: time))
    }
    events += model.outbox.take()
    stepwiseEvents += stepwise.outbox.take()
    guard model == stepwise, events == stepwiseEvents else {
      return
        "pieces of time lead elsewhere: \(model) and \(stepwise), \(events) and \(stepwiseEvents)"
    }
    guard model.upcoming > model.clock else { return "a boundary was not passed" }
    return frameViolation()
  }

  private func time(after wait: Program.Wait) -> Int64 {
    switch wait {
    case .nanoseconds(let length): model.clock + length
    case .boundary(let offset):
      model.upcoming == .never ? model.clock + 1_000_000 : model.upcoming + offset
    }
  }

  /// Makes the call on the model directly, and on the stepwise copy after advancing the time in pieces.
  private mutating func perform(_ call: Subject.Call, at time: Duration) throws -> String? {
    let before = model
    do {
      try Subject.perform(call, on: &model, at: time)
    } catch {
      return model == before ? nil : "a refused call changed the model: \(error)"
    }
    if Subject.isRepeatable(call) {
      var again = model
      // A decreasing time would be reported again.
      try Subject.perform(call, on: &again, at: Duration(galleryTime: model.clock))
      guard again == model else { return "the same call again leads from \(model) to \(again)" }
    }
    advanceStepwise(from: before.clock, to: time)
    let shown = Subject.frame(of: before, at: time)
    let allowed = Subject.allowedJump(of: call, in: before.state(at: before.moment(of: time)))
    try Subject.perform(call, on: &stepwise, at: time)
    let jump = Subject.distance(shown, Subject.frame(of: model, at: time))
    return jump > (allowed ?? .infinity) ? "a call moves what is shown by \(jump)" : nil
  }

  /// Advances the time of the stepwise copy in pieces.
  private mutating func advanceStepwise(from start: Int64, to time: Duration) {
    let length = Int64(galleryTime: time) - stepwise.clock
    if length > 0 {
      for piece in [length / 3, length / 2, length] {
        let time = start + piece
        while stepwise.upcoming < time {
          _ = stepwise.enter(at: Duration(galleryTime: stepwise.upcoming))
        }
        _ = stepwise.enter(at: Duration(galleryTime: time))
        stepwiseEvents += stepwise.outbox.take()
      }
    }
  }

  /// The visible contents a nanosecond before each boundary and at it.
  private func jumpBetween(_ start: Int64, _ end: Int64) -> String? {
    var model = model
    for _ in 0..<20 {
      let boundary = model.upcoming
      guard boundary <= end else { return nil }
      let earlier = Subject.frame(of: model, at: Duration(galleryTime: boundary - 2))
      let before = Subject.frame(of: model, at: Duration(galleryTime: boundary - 1))
      model.process(upTo: boundary)
      let after = Subject.frame(of: model, at: Duration(galleryTime: boundary))
      let jump = Subject.distance(before, after)
      // The speed of a continuing motion is approximately preserved.
      let later = Subject.frame(of: model, at: Duration(galleryTime: boundary + 1))
      let step = max(Subject.distance(earlier, before), Subject.distance(after, later))
      if jump > Subject.boundaryJump + 2 * step {
        return "the boundary at \(boundary) moves by \(jump)"
      }
    }
    return nil
  }

  private func frameViolation() -> String? {
    let copy = model
    let times = [0, 1, 37_000_000, 150_000_000, 2_000_000_000].map { model.clock + $0 }
    for time in times + (model.upcoming == .never ? [] : [model.upcoming]) {
      let duration = Duration(galleryTime: time)
      let frame = Subject.frame(of: model, at: duration)
      guard frame == Subject.frame(of: model, at: duration) else { return "two answers" }
      if let reason = Subject.violation(in: frame, of: model.state(at: time)) {
        return "\(reason) at \(time): \(frame)"
      }
    }
    guard model == copy else { return "a question changed the model" }
    let later = model.state(at: model.clock + 100_000_000_000)
    return later.upcoming == .never ? nil : "it never comes to rest"
  }
}

/// Checks random programs of a model.
///
/// - Parameters:
///   - subject: The model.
///   - seed: The first seed.
///   - share: The fraction of the budget of random calls to spend.
///   - sourceLocation: The location to report failures at.
func checkTimedPrograms<Subject: ModelSubject>(
  of subject: Subject.Type, seed: UInt64, share: Double = 0.06,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  checkProperty(
    seed: seed &+ TestEnvironment.randomSeed, runs: RandomBudget.programs(share: share, calls: 20),
    generate: { TimedProgram<Subject>.random(calls: 20, using: &$0) },
    shrink: { $0.shrinks }, check: { try TimedRun<Subject>.violation(in: $0) },
    sourceLocation: sourceLocation)
}
