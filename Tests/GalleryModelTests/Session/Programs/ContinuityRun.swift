// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// Runs a program and checks for discontinuities: every millisecond, around every boundary, and at
/// every call.
struct ContinuityRun {
  private var run: ProgramRun
  private var limits = SpeedLimits()

  /// Returns the first discontinuity of a program, `nil` if all motions are continuous.
  static func violation(in program: Program) throws -> String? {
    // With reduced motion everything jumps.
    guard !program.gallery.configuration.reducedMotion else { return nil }
    var checker = Self(run: try ProgramRun(program.gallery))
    for (place, step) in program.steps.enumerated() {
      if case .setReducedMotion = step.call { continue }
      let timed = TimedCall(time: checker.run.time(after: step.wait), call: step.call)
      let reason =
        try checker.violation(until: max(timed.time, checker.run.session.clock))
        ?? checker.violation(at: timed)
      if let reason { return "continuity: \(reason), step \(place)" }
    }
    return nil
  }

  private init(run: ProgramRun) { self.run = run }

  /// Checks the time before a call.
  private func violation(until time: Int64) -> String? {
    var session = run.session
    var last = VisibleState(session)
    for sample in samples(until: time) {
      session = session.state(at: sample)
      let next = VisibleState(session, at: sample)
      if let reason = next.jump(after: last, limits) {
        return "\(reason) at \(sample - time) ns before the call"
      }
      last = next
    }
    return nil
  }

  /// The first forty milliseconds, and the nanoseconds around every boundary.
  private func samples(until time: Int64) -> [Int64] {
    var session = run.session
    var samples = stride(
      from: session.clock, through: min(time, session.clock + 40_000_000), by: 1_000_000
    )
    .map { $0 }
    while session.upcoming <= time, samples.count < 80 {
      let end = session.upcoming
      samples += [end - 1, end, min(time, end + 1)]
      session = session.state(at: end)
    }
    return samples.filter { $0 >= run.session.clock }.sorted()
  }

  /// Checks the moment of a call.
  private mutating func violation(at timed: TimedCall) throws -> String? {
    let time = max(timed.time, run.session.clock)
    let old = run.session.state(at: time)
    let before = VisibleState(old, at: time)
    let isAccepted = try run.perform(timed)
    let after = VisibleState(run.session, at: time)
    guard isAccepted else { return nil }
    switch timed.call {
    case .drag: return nil
    case .goTo(_, animated: false): return nil
    case .endDrag(let velocity): limits.release(old, velocity: velocity)
    case .cancelDrag: limits.release(old, velocity: 0)
    case .beginDrag, .goTo, .tap, .setViewport, .setSize, .setReducedMotion, .advance: break
    }
    return after.jump(after: before, at: timed.call, limits).map { "\($0) at \(timed.call)" }
  }
}

/// The maximum speeds, derived from the last gesture.
struct SpeedLimits {
  /// The speed at the last release, in pages per second.
  var release = 0.0

  /// A quarter of a point at the last release, in pages: the last step of a motion.
  var lastStep = 0.0

  mutating func release(_ session: GallerySession, velocity: Double) {
    guard case .drag(let drag) = session.driver else { return }
    release = drag.stride > 0 ? min(1e5, abs(velocity)) / drag.stride : 0
    let strip = session.stripLayout.configuration.pitch
    lastStep = 0.25 / (drag.surface == .preview ? session.previewLayout.pitch : strip) + 1e-12
  }

  /// The maximum speed of the position in pages per second.
  func speed(of session: GallerySession) -> Double {
    let speed = session.configuration.speed
    switch session.driver {
    case .idle: return 0
    case .drag(let drag): return 2 * abs(drag.excess.start) / 0.15 * speed
    case .jump(let jump): return 2 * abs(jump.motion.target - jump.motion.start) / 0.3 * speed
    case .settle(let settle):
      let way = abs(settle.position(at: settle.beginning) - Double(settle.target))
      // |v0 - b c t| exp(-b t) is at most |v0| + |c| / e, and c = v0 + b x0 with b < 16.
      return (1.4 * release + 32 * way) * speed
    }
  }
}
