// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryCompanions

/// What random programs need to know of a model over time.
protocol ModelSubject {
  associatedtype Setup: Equatable
  associatedtype Model: TimedModel & Equatable
  associatedtype Call: Equatable
  associatedtype Frame: Equatable

  static func makeModel(_ setup: Setup) throws -> Model
  static func perform(_ call: Call, on model: inout Model, at time: Duration) throws
  static func frame(of model: Model, at time: Duration) -> Frame

  /// Returns what is wrong with a frame or the model's state, `nil` if nothing is.
  static func violation(in frame: Frame, of model: Model) -> String?

  /// Returns how far the two frames are apart, in the greatest of all visible numbers.
  static func distance(_ first: Frame, _ second: Frame) -> Double

  /// Returns the distance by which a call may change what is shown at its time, `nil` for any.
  static func allowedJump(of call: Call, in model: Model) -> Double?

  /// Whether a call says how something is, so that saying it again changes nothing.
  static func isRepeatable(_ call: Call) -> Bool

  /// The distance by which a boundary may change what is shown, in a nanosecond.
  static var boundaryJump: Double { get }

  static func randomSetup(using generator: inout SeededGenerator) -> Setup
  static func randomCalls(
    for setup: Setup, using generator: inout SeededGenerator
  ) -> [TimedProgram<Self>.Step]
  static func shrinks(of setup: Setup) -> [Setup]
  static func shrinks(of call: Call) -> [Call]
}

/// A model and what happens to it.
struct TimedProgram<Subject: ModelSubject>: Equatable {
  var setup: Subject.Setup
  var steps: [Step]

  /// A call some time after the step before it; `nil` only lets time pass.
  struct Step: Equatable {
    var wait: Program.Wait
    var call: Subject.Call?
  }

  static func random(calls: Int, using generator: inout SeededGenerator) -> Self {
    var program = Self(setup: Subject.randomSetup(using: &generator), steps: [])
    while program.steps.count < calls {
      program.steps +=
        generator.chance(0.1)
        ? [Step(wait: .random(using: &generator), call: nil)]
        : Subject.randomCalls(for: program.setup, using: &generator)
    }
    return program
  }

  /// Simpler programs: fewer steps, then a simpler setup, then simpler calls and times.
  var shrinks: [Self] {
    var programs: [Self] = []
    for shorter in steps.shrinks { programs.append(Self(setup: setup, steps: shorter)) }
    for simpler in Subject.shrinks(of: setup) where simpler != setup {
      programs.append(Self(setup: simpler, steps: steps))
    }
    for index in steps.indices {
      for step in Self.shrinks(of: steps[index]) where step != steps[index] {
        var copy = self
        copy.steps[index] = step
        programs.append(copy)
      }
    }
    return programs
  }

  private static func shrinks(of step: Step) -> [Step] {
    var result: [Step] = []
    if case .nanoseconds(let time) = step.wait, time != 0 {
      result.append(Step(wait: .nanoseconds(0), call: step.call))
      for unit: Int64 in [1_000_000_000, 100_000_000, 10_000_000] where time % unit != 0 {
        result.append(Step(wait: .nanoseconds(time / unit * unit), call: step.call))
      }
    }
    guard let call = step.call else { return result }
    return result + Subject.shrinks(of: call).map { Step(wait: step.wait, call: $0) }
  }
}
