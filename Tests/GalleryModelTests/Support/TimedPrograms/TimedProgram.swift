// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryCompanions

/// The interface of random programs to a model over time.
protocol ModelSubject {
  associatedtype Setup: Equatable
  associatedtype Model: TimedModel & Equatable
  associatedtype Call: Equatable
  associatedtype Frame: Equatable

  static func makeModel(_ setup: Setup) throws -> Model
  static func perform(_ call: Call, on model: inout Model, at time: Duration) throws
  static func frame(of model: Model, at time: Duration) -> Frame

  /// Returns the violation in a frame or in the state of the model, `nil` if there is none.
  static func violation(in frame: Frame, of model: Model) -> String?

  /// Returns the distance of two frames: the largest difference of a visible number.
  static func distance(_ first: Frame, _ second: Frame) -> Double

  /// Returns the maximum distance by which a call may change the visible contents at its time,
  /// `nil` for any.
  static func allowedJump(of call: Call, in model: Model) -> Double?

  /// Whether a call sets a state, so that repeating it has no effect.
  static func isRepeatable(_ call: Call) -> Bool

  /// The maximum distance by which a boundary may change the visible contents, in a nanosecond.
  static var boundaryJump: Double { get }

  static func randomSetup(using generator: inout SeededGenerator) -> Setup
  static func randomCalls(
    for setup: Setup, using generator: inout SeededGenerator
  ) -> [TimedProgram<Self>.Step]
  static func shrinks(of setup: Setup) -> [Setup]
  static func shrinks(of call: Call) -> [Call]
}

/// A model and its calls.
struct TimedProgram<Subject: ModelSubject>: Equatable {
  var setup: Subject.Setup
  var steps: [Step]

  /// A call at some time after the previous step; `nil` only advances the time.
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
