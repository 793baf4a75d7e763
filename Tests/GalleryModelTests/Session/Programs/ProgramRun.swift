// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// A call at a known time.
struct TimedCall: Equatable {
  /// Nanoseconds from the origin.
  ///
  /// It may be earlier than the time of the previous call.
  var time: Int64
  var call: Program.Call
}

extension Program {
  /// The steps with the times at which they happen.
  ///
  /// - Parameter onlyAccepted: Whether to leave out the calls that the session refuses. Refused
  ///   calls do not advance the time.
  /// - Returns: The calls in their order.
  /// - Throws: The errors of the program.
  func timedCalls(onlyAccepted: Bool = false) throws -> [TimedCall] {
    var run = try ProgramRun(gallery)
    return try steps.compactMap { step in
      let call = TimedCall(time: run.time(after: step.wait), call: step.call)
      let isAccepted = try run.perform(call)
      return isAccepted || !onlyAccepted ? call : nil
    }
  }
}

/// A session driven by a program.
struct ProgramRun {
  var session: GallerySession
  var events: [GalleryEvent] = []

  init(_ gallery: GallerySetup) throws {
    session = try gallery.makeSession()
  }

  func time(after wait: Program.Wait) -> Int64 {
    switch wait {
    case .nanoseconds(let length): session.clock + length
    case .boundary(let offset):
      session.upcoming == .never ? session.clock + 1_000_000 : session.upcoming + offset
    }
  }

  /// Makes a call.
  ///
  /// - Parameter timed: The call and its time.
  /// - Returns: Whether the session accepted it.
  /// - Throws: `ContractViolation` if the session refused the call and changed nevertheless.
  mutating func perform(_ timed: TimedCall) throws -> Bool {
    let before = session
    do {
      try make(timed.call, at: Duration(galleryTime: timed.time))
      return true
    } catch {
      guard session == before else {
        throw ContractViolation(reason: "a refused call changed the session: \(error)")
      }
      return false
    }
  }

  private mutating func make(_ call: Program.Call, at time: Duration) throws {
    switch call {
    case .beginDrag(let surface): session.beginDrag(surface, at: time)
    case .drag(let translation): try session.drag(translation: translation, at: time)
    case .endDrag(let velocity): try session.endDrag(velocity: velocity, at: time)
    case .cancelDrag: session.cancelDrag(at: time)
    case .goTo(let index, let animated):
      try session.goTo(index: index, animated: animated, at: time)
    case .tap(let share): session.tap(location: session.stripPoint(atShare: share), at: time)
    case .setViewport(let viewport): try session.setViewport(viewport, at: time)
    case .setSize(let index, let size):
      try session.setSize(
        try size.map { try PageShape($0) }, of: GallerySetup.id(ofPageAt: index), at: time)
    case .setReducedMotion(let isReduced): session.setReducedMotion(isReduced, at: time)
    case .advance: events += session.advance(to: time)
    }
  }
}

extension ProgramRun {
  /// The index of the page that a tap hits.
  func page(under call: Program.Call, at time: Int64) -> Int? {
    guard case .tap(let share) = call else { return nil }
    return session.hitTest(
      location: session.stripPoint(atShare: share), at: Duration(galleryTime: time)
    )
    .flatMap { session.index(of: $0) }
  }
}

/// A violated guarantee of the session.
struct ContractViolation: Error, CustomStringConvertible {
  var reason: String
  var description: String { reason }
}

extension GallerySession {
  /// The point at half the height of the strip, at a fraction of its length on the screen.
  func stripPoint(atShare share: Double) -> Point {
    let axis = configuration.axis
    return Point(
      main: viewport.strip.length(along: axis) * share,
      cross: viewport.strip.length(along: axis.perpendicular) / 2, axis: axis)
  }

  /// Whether there is no motion and no drag.
  var isAtRest: Bool {
    if case .idle = driver { return !isAnimating }
    return false
  }
}
