// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel

extension Drawer: ReplayedCompanion {
  static var scriptName: String { "drawer" }

  static func make(_ object: ScriptObject) throws -> Self {
    try object.allow(["viewport", "configuration"])
    return try Drawer(
      viewport: try object.size("viewport"),
      configuration: try object.value("configuration", default: DrawerSetup()).configuration)
  }

  static let scriptCalls: [ModelCall<Self>] =
    [
      ModelCall("set", ["mode"]) { object in
        let mode = try object.word("mode", as: DrawerMode.self)
        return { $0.set(mode, at: $1) }
      },
      ModelCall("tap") { _ in { $0.tap(at: $1) } },
      ModelCall("beginDrag") { _ in { $0.beginDrag(at: $1) } },
      ModelCall("drag", ["translation"]) { object in
        let translation: Double = try object.value("translation")
        return { try $0.drag(translation: translation, at: $1) }
      },
      ModelCall("endDrag", ["velocity"]) { object in
        let velocity: Double = try object.value("velocity")
        return { try $0.endDrag(velocity: velocity, at: $1) }
      },
      ModelCall("cancelDrag") { _ in { $0.cancelDrag(at: $1) } },
      ModelCall("setHeight", ["content", "measured", "lastItemEnd"]) { object in
        let content = try object.word("content", as: DrawerContent.self)
        let height = try contentHeight(object)
        return { try $0.setHeight(height, of: content, at: $1) }
      },
      ModelCall("setViewport", ["viewport"]) { object in
        let viewport = try object.size("viewport")
        return { try $0.setViewport(viewport, at: $1) }
      },
      ModelCall("lock", ["reason"]) { object in
        let reason = DrawerLockReason(rawValue: try object.value("reason"))
        return { $0.lock(reason, at: $1) }
      },
      ModelCall("unlock", ["reason"]) { object in
        let reason = DrawerLockReason(rawValue: try object.value("reason"))
        return { $0.unlock(reason, at: $1) }
      },
    ]

  private static func contentHeight(_ object: ScriptObject) throws -> DrawerContentHeight {
    switch (object.contains("measured"), object.contains("lastItemEnd")) {
    case (false, false): .unknown
    case (true, false): .measured(try object.value("measured"))
    case (false, true): .lastItemEnd(try object.value("lastItemEnd"))
    case (true, true):
      throw ScriptMistake("setHeight must not have both measured and lastItemEnd.")
    }
  }

  mutating func records(until time: Duration) -> [ReplayRecord] {
    advance(to: time).map { event in
      switch event {
      case .transition(let from, let to, let time):
        .event("transition", at: time, [("from", .text(from.name)), ("to", .text(to.name))])
      case .settled(let state, let time):
        .event("settled", at: time, [("state", .text(state.name))])
      case .lockChanged(let isLocked, let time):
        .event("lockChanged", at: time, [("isLocked", .flag(isLocked))])
      case .clockWentBackwards(let found, let time): .clockWentBackwards(found: found, at: time)
      }
    }
  }

  func record(at time: Duration) -> ReplayRecord {
    let frame = frame(at: time)
    let (stage, state) =
      switch frame.stage {
      case .fixed(let state): ("fixed", state)
      case .motion(let state): ("motion", state)
      case .disabled(let state): ("disabled", state)
      }
    return .frame(
      at: frame.time,
      [
        ("viewport", .size(frame.viewport)), ("mode", .text(frame.mode.rawValue)),
        ("stage", .text(stage)), ("state", .text(state.name)),
        ("content", frame.content.map { .text($0.rawValue) } ?? .null),
        ("height", .number(frame.height)), ("y", .number(frame.y)),
        ("isAnimating", .flag(frame.isAnimating)),
      ])
  }
}

extension DrawerState {
  /// The state on one line: `empty`, `hidden(advanced)`, `editNormal`.
  fileprivate var name: String {
    switch self {
    case .empty: "empty"
    case .hidden(let content): "hidden(\(content.rawValue))"
    case .shown(let content): content.rawValue
    }
  }
}

/// The configuration of a drawer, with the model's property names as keys.
private struct DrawerSetup: ScriptValue {
  private(set) var configuration = Drawer.Configuration()

  static var expectation: String { "an object" }

  init() {}

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    try object.allow(["defaultHeight", "peekHeight", "tapExpands", "speed", "reducedMotion"])
    var new = configuration
    new.defaultHeight = try object.value("defaultHeight", default: new.defaultHeight)
    new.peekHeight = try object.value("peekHeight", default: new.peekHeight)
    new.tapExpands = try object.value("tapExpands", default: new.tapExpands)
    new.speed = try object.value("speed", default: new.speed)
    new.reducedMotion = try object.value("reducedMotion", default: new.reducedMotion)
    configuration = new
  }
}
