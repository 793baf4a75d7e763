// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

// The time between the calls.
extension EditRun {
  /// Returns the first discontinuity at a boundary, `nil` if there is none.
  static func discontinuity(in program: EditProgram) throws -> String? {
    var program = program
    let isHorizontal = program.gallery.configuration.axis == .horizontal
    program.gallery.viewport = isHorizontal ? GallerySetup.phone : GallerySetup.phone.transposed
    program.gallery.configuration.speed = 1
    program.gallery.configuration.reducedMotion = false
    var run = try EditRun(program)
    run.checksContinuity = false
    for (place, step) in program.steps.enumerated() {
      if case .gallery(.setReducedMotion) = step.call { continue }
      try run.perform(step) { $0.checkContinuity(until: $1) }
      if let reason = run.violation { return "\(reason), step \(place)" }
    }
    return nil
  }

  private func checkContinuity(until time: Int64) {
    var session = session
    for _ in 0..<8 where session.upcoming <= time {
      let end = session.upcoming
      let next = session.state(at: end)
      defer { session = next }
      guard FrameContinuity.isSmooth(session), FrameContinuity.isSmooth(next),
        !session.isLanding(at: end), end > session.clock + 1001
      else { continue }
      let last = session.frame(at: Duration(galleryTime: end - 1))
      let speed = last.position - session.frame(at: Duration(galleryTime: end - 1001)).position
      let isFlipped = next.isJumping || next.surface == .strip && !session.isJumping
      let tolerance = next.isJumping && next.driver != session.driver ? 0.1 : 1e-5 + abs(speed)
      let reason = FrameContinuity.discontinuity(
        from: last, to: next.frame(at: Duration(galleryTime: end)), tolerance: tolerance,
        isFlipped: isFlipped)
      expect(reason == nil, "\(reason ?? "") at \(session.transaction?.stage as Any)")
    }
  }
}

extension GallerySession {
  /// Whether a settle ends, whose last step is up to a quarter of a point long.
  fileprivate func isLanding(at time: Int64) -> Bool {
    if case .settle(let settle) = driver { settle.end <= time } else { false }
  }
}

// MARK: - Subdivisions

extension EditRun {
  /// The granularity of time steps and frame requests does not matter.
  static func subdivisionViolation(in program: EditProgram) throws -> String? {
    var generator = SeededGenerator(seed: UInt64(program.steps.count))
    let coarse = try outcome(of: program) { _, _ in }
    let fine = try outcome(of: program) { run, time in
      for _ in 0..<Int.random(in: 0...4, using: &generator) where run.session.clock < time {
        let clock = run.session.clock
        let isBoundary = run.session.upcoming < time && generator.chance(0.3)
        let next =
          isBoundary ? run.session.upcoming : Int64.random(in: clock...time, using: &generator)
        if generator.chance(0.3) { _ = run.session.frame(at: Duration(galleryTime: next)) }
        run.pass(until: next)
      }
    }
    let pairs = zip(coarse.events.withoutPrefetch, fine.events.withoutPrefetch)
    if let (one, other) = pairs.first(where: { $0 != $1 }) { return "\(one) became \(other)" }
    return RepetitionRun.difference(coarse, fine)
  }

  private static func outcome(
    of program: EditProgram, pause: (inout EditRun, Int64) -> Void
  ) throws -> RepetitionRun.Outcome {
    var run = try EditRun(program)
    run.checksContinuity = false
    run.advancesFirst = true
    for step in program.steps { try run.perform(step, pause: pause) }
    return RepetitionRun.Outcome(session: run.session, events: run.eventLog.events)
  }
}

// MARK: - Focus

extension EditRun {
  /// Edits of other pages never move the centered page.
  static func focusViolation(in program: EditProgram) throws -> String? {
    var run = try EditRun(program)
    let active = run.session.activePage
    for (place, step) in program.steps.enumerated() {
      guard step.call.isElsewhere(than: active) else { continue }
      try run.perform(step) { run, time in
        run.checkFocus(active, at: time)
        run.checkFocus(active, at: min(time, run.session.upcoming))
      }
      run.checkFocus(active, at: run.session.clock)
      if let reason = run.violation { return "\(reason), step \(place)" }
    }
    return nil
  }

  private func checkFocus(_ active: PageID?, at time: Int64) {
    let frame = session.frame(at: Duration(galleryTime: time))
    expect(frame.activePage == active, "\(String(describing: frame.activePage)) is active")
    let axis = session.configuration.axis
    let middle = frame.viewport.strip.length(along: axis) / 2
    for cell in frame.strip where cell.id == active {
      expect(cell.center.coordinate(along: axis) == middle, "\(cell) is not in the middle")
      expect(cell.expansion == 1, "\(cell) is not open")
    }
    for cell in frame.preview where cell.id == active {
      expect(cell.pageDistance == 0, "\(cell) is not in the middle")
    }
  }
}

extension EditProgram.Call {
  fileprivate func isElsewhere(than active: PageID?) -> Bool {
    switch self {
    case .gallery(let call):
      switch call {
      case .advance, .setViewport, .setReducedMotion: true
      default: false
      }
    case .enqueue(.edit(let edit)): edit.isElsewhere(than: active)
    case .enqueue(.batch(let edits)): edits.allSatisfy { $0.isElsewhere(than: active) }
    case .cancel, .drain, .discard: active != nil
    case .deleteActive, .lose: false
    }
  }
}

extension PageEdit {
  fileprivate func isElsewhere(than active: PageID?) -> Bool {
    switch self {
    case .delete(.id(let id)): id != active
    case .delete(.index): false
    case .insert(_, at: _, in: _, let focus): focus == .keep && active != nil
    case .move, .replace: true
    }
  }
}
