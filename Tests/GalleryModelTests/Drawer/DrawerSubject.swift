// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// A drawer under random calls.
enum DrawerSubject: ModelSubject {
  struct Setup: Equatable {
    var viewport = DrawerTests.viewport
    var mode = DrawerMode.normal
    var configuration = Drawer.Configuration()
  }

  enum Call: Equatable {
    case set(DrawerMode)
    case tap
    case beginDrag
    case drag(Double)
    case endDrag(Double)
    case cancelDrag
    case setHeight(DrawerContentHeight, DrawerContent)
    case setViewport(Size)
    case lock(Int)
    case unlock(Int)
  }

  static func makeModel(_ setup: Setup) throws -> Drawer {
    var drawer = try Drawer(viewport: setup.viewport, configuration: setup.configuration)
    drawer.set(setup.mode, at: .zero)
    return drawer
  }

  static func perform(_ call: Call, on model: inout Drawer, at time: Duration) throws {
    switch call {
    case .set(let mode): model.set(mode, at: time)
    case .tap: model.tap(at: time)
    case .beginDrag: model.beginDrag(at: time)
    case .drag(let translation): try model.drag(translation: translation, at: time)
    case .endDrag(let velocity): try model.endDrag(velocity: velocity, at: time)
    case .cancelDrag: model.cancelDrag(at: time)
    case .setHeight(let height, let content):
      try model.setHeight(height, of: content, at: time)
    case .setViewport(let size): try model.setViewport(size, at: time)
    case .lock(let reason): model.lock(DrawerLockReason(rawValue: reason), at: time)
    case .unlock(let reason): model.unlock(DrawerLockReason(rawValue: reason), at: time)
    }
  }

  static func frame(of model: Drawer, at time: Duration) -> DrawerFrame { model.frame(at: time) }

  static func violation(in frame: DrawerFrame, of model: Drawer) -> String? {
    guard frame.height.isFinite, frame.y.isFinite else { return "a number is not finite" }
    let family: [DrawerState]
    switch frame.mode {
    case .empty: family = [.empty]
    case .normal:
      family = [
        .hidden(.normal), .hidden(.advanced), .shown(.normal), .shown(.advanced),
      ]
    case .edit, .new:
      family = [
        .hidden(.editNormal), .hidden(.editAdvanced), .shown(.editNormal), .shown(.editAdvanced),
      ]
    }
    guard family.contains(model.state) else { return "a state of another mode" }
    guard model.drag == nil || !model.isLocked else { return "a finger on a locked drawer" }
    let detents = model.detents
    guard detents.map(\.height) == detents.map(\.height).sorted() else { return "detents" }
    guard model.drag == nil, !frame.isAnimating else { return nil }
    guard frame.height == model.height(of: model.state) else { return "not at its detent" }
    return (0...frame.viewport.height).contains(frame.height) ? nil : "outside of the viewport"
  }

  static func distance(_ first: DrawerFrame, _ second: DrawerFrame) -> Double {
    abs(first.height - second.height)
  }

  static func allowedJump(of call: Call, in model: Drawer) -> Double? {
    guard !model.configuration.reducedMotion else { return nil }
    switch call {
    case .drag: return nil
    case .setViewport: return model.drag == nil && !model.height.isMoving ? nil : 1e-6
    // A distance below a quarter of a point takes no time.
    default: return 0.2501
    }
  }

  // A spring ends a quarter of a point before its target.
  static let boundaryJump = 0.2501

  static func isRepeatable(_ call: Call) -> Bool {
    switch call {
    case .setHeight, .setViewport, .set: true
    default: false
    }
  }

  static func randomSetup(using generator: inout SeededGenerator) -> Setup {
    var setup = Setup()
    setup.mode = DrawerMode.allCases.randomElement(using: &generator) ?? .normal
    if generator.chance(0.3) { setup.viewport = .randomViewport(using: &generator) }
    setup.configuration.tapExpands = generator.chance(0.3)
    setup.configuration.reducedMotion = generator.chance(0.1)
    setup.configuration.speed = [1, 0.3, 10].randomElement(using: &generator) ?? 1
    return setup
  }

  static func randomCalls(
    for setup: Setup, using generator: inout SeededGenerator
  ) -> [TimedProgram<Self>.Step] {
    let call: Call
    switch Int.random(in: 0..<30, using: &generator) {
    case ..<3: call = .set(DrawerMode.allCases.randomElement(using: &generator) ?? .empty)
    case ..<7: call = .tap
    case ..<12: call = .beginDrag
    case ..<17: call = .drag(.hostile(in: -800...800, using: &generator))
    case ..<22: call = .endDrag(.hostile(in: -4000...4000, using: &generator))
    case ..<23: call = .cancelDrag
    case ..<26:
      let height = Double.hostile(in: 0...900, using: &generator)
      call = .setHeight(
        generator.chance(0.2) ? .unknown : .measured(height),
        DrawerContent.allCases.randomElement(using: &generator) ?? .normal)
    case ..<28: call = .setViewport(.randomViewport(using: &generator))
    case ..<29: call = .lock(Int.random(in: 0...2, using: &generator))
    default: call = .unlock(Int.random(in: 0...2, using: &generator))
    }
    return [.init(wait: .random(using: &generator), call: call)]
  }

  static func shrinks(of setup: Setup) -> [Setup] {
    [Setup(), Setup(mode: setup.mode), Setup(viewport: setup.viewport, mode: setup.mode)]
  }

  static func shrinks(of call: Call) -> [Call] {
    switch call {
    case .drag(let translation): translation.shrinks.map { .drag($0) }
    case .endDrag(let velocity): [.cancelDrag] + velocity.shrinks.map { .endDrag($0) }
    case .setHeight(.measured(let height), let content):
      height.shrinks.map { .setHeight(.measured($0), content) }
    default: []
    }
  }
}

struct RandomDrawerTests {
  @Test func everyStepKeepsTheLaws() {
    checkTimedPrograms(of: DrawerSubject.self, seed: 13_000_000_000, share: 0.2)
  }

  /// The state machine of the definition as a table, without heights and time.
  @Test func statesEqualTheTable() {
    checkProperty(
      seed: 13_500_000_000, runs: 300,
      generate: { TimedProgram<DrawerSubject>.random(calls: 40, using: &$0) },
      shrink: { $0.shrinks }, check: { try DrawerTable.difference(in: $0) })
  }
}

/// Modes, taps and locks, specified independently as text.
private struct DrawerTable {
  static func difference(in program: TimedProgram<DrawerSubject>) throws -> String? {
    var drawer = try DrawerSubject.makeModel(program.setup)
    var state = start(program.setup.mode)
    var locks: [Int] = []
    for (place, step) in program.steps.enumerated() {
      guard let call = step.call else { continue }
      switch call {
      case .set(let mode): state = start(mode)
      case .tap:
        if locks.isEmpty { state = tap(state, program.setup.configuration.tapExpands) }
      case .lock(let reason): locks.append(reason)
      case .unlock(let reason):
        if let index = locks.firstIndex(of: reason) { locks.remove(at: index) }
      // Another test covers gestures.
      default: continue
      }
      try DrawerSubject.perform(call, on: &drawer, at: .zero)
      guard name(drawer.state) == state else {
        return "\(name(drawer.state)) instead of \(state) at \(place)"
      }
      guard drawer.isLocked == !locks.isEmpty else { return "locks differ at \(place)" }
    }
    return nil
  }

  private static func start(_ mode: DrawerMode) -> String {
    ["empty": "empty", "normal": "normal", "edit": "editNormal", "new": "editNormal"][
      mode.rawValue] ?? ""
  }

  private static func tap(_ state: String, _ tapExpands: Bool) -> String {
    [
      "hidden normal": "normal", "hidden advanced": "normal", "hidden editNormal": "editNormal",
      "hidden editAdvanced": "editNormal", "normal": tapExpands ? "advanced" : "hidden normal",
      "advanced": "normal", "editAdvanced": "editNormal", "editNormal": "editAdvanced",
    ][state] ?? state
  }

  private static func name(_ state: DrawerState) -> String {
    switch state {
    case .empty: "empty"
    case .hidden(let content): "hidden \(content.rawValue)"
    case .shown(let content): content.rawValue
    }
  }
}
