// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

/// Runs a program again with variations that must not matter.
enum RepetitionRun {
  /// The final state of a program.
  struct Outcome: Equatable {
    var session: GallerySession
    var events: [GalleryEvent]
  }

  /// The same calls at the same times give the same session.
  static func replayViolation(in program: Program) throws -> String? {
    let calls = try program.timedCalls()
    let first = try run(calls, of: program.gallery)
    let second = try run(calls, of: program.gallery)
    return first == second ? nil : "replay: another result"
  }

  /// The granularity of time steps and frame requests does not matter.
  static func subdivisionViolation(in program: Program) throws -> String? {
    let calls = try program.timedCalls(onlyAccepted: true)
    var generator = SeededGenerator(seed: program.ownSeed)
    let coarse = try run(calls, of: program.gallery)
    let fine = try run(calls, of: program.gallery) { run, time in
      try? pass(&run, until: time, using: &generator)
    }
    return difference(coarse, fine)
  }

  /// Returns the difference of two outcomes, except for what depends on the number of steps.
  static func difference(_ one: Outcome, _ other: Outcome) -> String? {
    guard one.session.prefetchedPages == other.session.prefetchedPages else {
      return "subdivision: prefetch"
    }
    guard one.events.withoutPrefetch == other.events.withoutPrefetch else {
      return "subdivision: events"
    }
    return one.session == other.session ? nil : "subdivision: another session"
  }

  private static func run(
    _ calls: [TimedCall], of gallery: GallerySetup,
    pass: (inout ProgramRun, Int64) -> Void = { _, _ in }
  ) throws -> Outcome {
    var run = try ProgramRun(gallery)
    for call in calls {
      pass(&run, call.time)
      _ = try run.perform(call)
    }
    let end = TimedCall(time: run.session.clock + 123_456_789, call: .advance)
    pass(&run, end.time)
    _ = try run.perform(end)
    return Outcome(session: run.session, events: run.events)
  }

  /// Advances to a call in small steps, and observes the gallery in between.
  private static func pass(
    _ run: inout ProgramRun, until time: Int64, using generator: inout SeededGenerator
  ) throws {
    for _ in 0..<Int.random(in: 0...4, using: &generator) where run.session.clock < time {
      let clock = run.session.clock
      let isBoundary = run.session.upcoming < time && generator.chance(0.3)
      let next = isBoundary ? run.session.upcoming : .random(in: clock...time, using: &generator)
      if generator.chance(0.3) { _ = run.session.frame(at: Duration(galleryTime: next)) }
      _ = try run.perform(TimedCall(time: next, call: .advance))
      if generator.chance(0.3) { _ = run.session.frame(at: run.session.time) }
    }
  }
}

// MARK: - Storms

extension RepetitionRun {
  /// A series of viewports, including empty ones, that ends with the first one has no lasting
  /// effect.
  static func stormViolation(in program: Program) throws -> String? {
    var run = try ProgramRun(program.gallery)
    var generator = SeededGenerator(seed: program.ownSeed)
    for (place, step) in program.steps.enumerated() {
      _ = try run.perform(TimedCall(time: run.time(after: step.wait), call: step.call))
      let calm = run.session
      var storm = calm
      for _ in 0..<3 {
        let viewport = GalleryViewport.random(like: program.gallery, using: &generator)
        try? storm.setViewport(viewport, at: calm.time)
      }
      try storm.setViewport(calm.viewport, at: calm.time)
      if let reason = difference(calm: calm, storm: storm) {
        return "storm: \(reason), step \(place)"
      }
    }
    return nil
  }

  /// Returns the effect of such a series, `nil` if there is none.
  static func difference(calm: GallerySession, storm: GallerySession) -> String? {
    guard storm.activePage == calm.activePage else { return "active page" }
    guard case .drag = calm.driver else {
      guard storm.driver == calm.driver, storm.upcoming == calm.upcoming else { return "driver" }
      return storm.frame(at: calm.time) == calm.frame(at: calm.time) ? nil : "frame"
    }
    guard !calm.configuration.reducedMotion else { return nil }
    let (found, expected) = (storm.position(at: storm.clock), calm.position(at: calm.clock))
    let isNear = found.isApproximately(expected, tolerance: 1e-9 * max(1, abs(expected)))
    return isNear ? nil : "position \(found) instead of \(expected)"
  }
}

extension Program {
  /// A seed for choices that are not part of the program.
  fileprivate var ownSeed: UInt64 {
    steps.reduce(UInt64(gallery.count)) { seed, step in
      guard case .nanoseconds(let length) = step.wait else { return seed &* 31 }
      return seed &* 31 &+ UInt64(bitPattern: length)
    }
  }
}
