// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

/// Runs a program and checks the session after every step.
struct InvariantRun {
  var run: ProgramRun
  private var aspectRatios: [Double?]
  private var reported: PageID?
  /// The page at which a drag of the preview began.
  private var start = 0
  private var reused = GalleryFrame()

  init(_ gallery: GallerySetup) throws {
    run = try ProgramRun(gallery)
    reported = run.session.activePage
    aspectRatios = (0..<min(gallery.count, 200)).map { index in
      gallery.size(ofPageAt: index).map { Double($0.width) / Double($0.height) }
    }
  }

  /// Returns the first violated invariant of a program, `nil` if all hold.
  static func violation(in program: Program) throws -> String? {
    var checker = try Self(program.gallery)
    for (place, step) in program.steps.enumerated() {
      if let reason = try checker.violation(after: step) { return "\(reason), step \(place)" }
    }
    return nil
  }

  private mutating func violation(after step: Program.Step) throws -> String? {
    let before = run.session
    let timed = TimedCall(time: run.time(after: step.wait), call: step.call)
    let isAccepted = try run.perform(timed)
    if isAccepted { note(timed.call, before: before) }
    let observation = Observation(run.session, ratios: ratios)
    return Invariant.firstViolation(in: observation)
      ?? purity(observation.frame)
      ?? (isAccepted ? landing(before: before, after: timed.call) : nil)
      ?? (isAccepted ? preservation(before: before, after: timed) : nil)
      ?? eventChain()
  }

  private mutating func note(_ call: Program.Call, before: GallerySession) {
    if case .beginDrag = call, case .drag(let drag) = run.session.driver {
      let last = Double(max(0, run.session.count - 1))
      let place = min(max(run.session.position(at: run.session.clock), 0), last)
      start = Int((place + 0.5).rounded(.down))
      if drag.startIndex != start, abs(place - place.rounded(.down) - 0.5) > 1e-9 { start = -10 }
    }
    if case .setSize(let index, let size) = call, index < aspectRatios.count {
      aspectRatios[index] = size.map { Double($0.width) / Double($0.height) }
    }
  }

  private var ratios: [Double] {
    let isVertical = run.session.configuration.axis == .vertical
    var ratios = aspectRatios.map { StripDefinition.ratio(ofPage: $0, isVertical: isVertical) }
    for tween in run.session.scroll.ratioTweens where tween.index < ratios.count {
      ratios[tween.index] = tween.ratio.value(at: run.session.clock)
    }
    return ratios
  }
}

// MARK: - Laws of two moments

extension InvariantRun {
  /// A frame can be requested again, also after that of a later time, with the same result.
  mutating func purity(_ frame: GalleryFrame) -> String? {
    let session = run.session
    session.frame(at: session.time, into: &reused)
    guard reused == frame else { return "purity: another frame at the second time" }
    guard session.upcoming != .never else { return nil }
    var later = session
    let time = Duration(galleryTime: session.upcoming + 1_000_000)
    session.frame(at: time, into: &reused)
    _ = later.advance(to: time)
    return later.frame(at: time) == reused ? nil : "purity: the future is another one"
  }

  /// A surface that was released lands on its page within three seconds.
  func landing(before: GallerySession, after call: Program.Call) -> String? {
    guard case .settle(let settle) = run.session.driver else { return nil }
    var later = run.session
    _ = later.advance(to: Duration(galleryTime: settle.end))
    guard case .idle(let position, _) = later.driver, position == Double(settle.target),
      (0..<run.session.count).contains(settle.target)
    else { return "landing: not on page \(settle.target)" }
    guard case .settle = before.driver else { return swipe(settle) }
    return nil
  }

  private func swipe(_ settle: Settle) -> String? {
    let length = Double(settle.end - settle.beginning) * run.session.configuration.speed
    let position = settle.position(at: settle.beginning)
    let last = Double(run.session.count - 1)
    // A drag of the preview may take over a strip that is many pages beyond an end.
    let isFarOut = settle.surface == .preview && (position < -1 || position > last + 1)
    guard length <= (isFarOut ? 5e9 : 3e9) + 10 else { return "landing: takes \(length) ns" }
    // A drag beyond an end has passed all pages in between.
    guard settle.surface == .preview, position >= 0, position <= last, settle.end > settle.beginning
    else { return nil }
    return abs(settle.target - start) <= 1 ? nil : "landing: \(start) to \(settle.target)"
  }

  /// A change of the viewport affects only sizes.
  func preservation(before: GallerySession, after timed: TimedCall) -> String? {
    guard case .setViewport = timed.call else { return nil }
    let session = run.session
    let time = session.clock
    let old = before.state(at: time)
    let tolerance = 1e-9 * max(1, abs(old.position(at: time)))
    // With reduced motion, the excess of a smaller area is dropped immediately.
    let isExempt = session.configuration.reducedMotion
    guard
      isExempt
        || session.position(at: time).isApproximately(old.position(at: time), tolerance: tolerance)
    else {
      return "preservation: position \(old.position(at: time)) became \(session.position(at: time))"
    }
    guard session.activePage == old.activePage, session.driver.target == old.driver.target,
      session.scroll.rate == old.scroll.rate,
      session.scroll.expansions == old.scroll.expansions, session.scroll.trail == old.scroll.trail,
      session.driver.naturalEnd == old.driver.naturalEnd
    else { return "preservation: more than sizes" }
    return nil
  }

  /// The events report every change of the active page.
  mutating func eventChain() -> String? {
    var last = Int64.min
    for event in run.events {
      guard case .activeChanged(let from, let to, let time) = event else { continue }
      guard from == reported else { return "events: change from \(String(describing: from))" }
      guard from != to else { return "events: no change" }
      guard Int64(galleryTime: time) >= last else { return "events: not in the order of times" }
      last = Int64(galleryTime: time)
      reported = to
    }
    run.events = []
    let isCurrent = run.session.outbox.events.isEmpty
    return !isCurrent || reported == run.session.activePage ? nil : "events: a change is missing"
  }
}
