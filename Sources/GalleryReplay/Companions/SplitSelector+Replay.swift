// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel

extension SplitSelector: ReplayedCompanion {
  static var scriptName: String { "splitSelector" }

  static func make(_ object: ScriptObject) throws -> Self {
    try object.allow(["count", "viewport", "left", "right", "configuration"])
    return try SplitSelector(
      count: try object.value("count"), viewport: try object.size("viewport"),
      configuration: try object.value("configuration", default: SplitSelectorSetup())
        .configuration,
      left: try object.value("left", default: 0), right: try object.value("right", default: 0))
  }

  static let scriptCalls: [ModelCall<Self>] =
    [
      ModelCall("beginDrag", ["column"]) { object in
        let side = try object.word("column", as: SplitSide.self)
        return { $0.beginDrag(side, at: $1) }
      },
      ModelCall("drag", ["column", "translation"]) { object in
        let side = try object.word("column", as: SplitSide.self)
        let translation: Double = try object.value("translation")
        return { try $0.drag(side, translation: translation, at: $1) }
      },
      ModelCall("endDrag", ["column", "velocity"]) { object in
        let side = try object.word("column", as: SplitSide.self)
        let velocity: Double = try object.value("velocity")
        return { try $0.endDrag(side, velocity: velocity, at: $1) }
      },
      ModelCall("cancelDrag", ["column"]) { object in
        let side = try object.word("column", as: SplitSide.self)
        return { $0.cancelDrag(side, at: $1) }
      },
      ModelCall("select", ["column", "index", "animated"]) { object in
        let side = try object.word("column", as: SplitSide.self)
        let index: Int = try object.value("index")
        let animated = try object.value("animated", default: true)
        return { try $0.select(index, in: side, animated: animated, at: $1) }
      },
      ModelCall("shuffle", ["seed"]) { object in
        // A seed takes any value that a page ID can have.
        let seed: PageID = try object.value("seed")
        return { $0.shuffle(seed: seed.rawValue, at: $1) }
      },
      ModelCall("reload", ["count"]) { object in
        let count: Int = try object.value("count")
        return { try $0.reload(count: count, at: $1) }
      },
      ModelCall("setViewport", ["viewport"]) { object in
        let viewport = try object.size("viewport")
        return { try $0.setViewport(viewport, at: $1) }
      },
    ]

  mutating func records(until time: Duration) -> [ReplayRecord] {
    advance(to: time).map { event in
      switch event {
      case .selectionChanged(let side, let from, let to, let time):
        .event(
          "selectionChanged", at: time,
          [("column", .text(side.rawValue)), ("from", .whole(from)), ("to", .whole(to))])
      case .wholeChanged(let isWhole, let time):
        .event("wholeChanged", at: time, [("isWhole", .flag(isWhole))])
      case .settled(let side, let index, let time):
        .event("settled", at: time, [("column", .text(side.rawValue)), ("index", .whole(index))])
      case .clockWentBackwards(let found, let time): .clockWentBackwards(found: found, at: time)
      }
    }
  }

  func record(at time: Duration) -> ReplayRecord {
    let frame = frame(at: time)
    return .frame(
      at: frame.time,
      [
        ("viewport", .size(frame.viewport)), ("leftPosition", .number(frame.leftPosition)),
        ("rightPosition", .number(frame.rightPosition)), ("leftIndex", .index(frame.leftIndex)),
        ("rightIndex", .index(frame.rightIndex)), ("isWhole", .flag(frame.isWhole)),
        ("isAnimating", .flag(frame.isAnimating)), ("left", .list(frame.left.map(Self.members))),
        ("right", .list(frame.right.map(Self.members))),
        ("headers", .list(frame.headers.map(Self.members))),
      ])
  }

  private static func members(_ row: SplitRow) -> [ReplayRecord.Member] {
    [
      ("index", .whole(row.index)), ("center", .point(row.center)), ("size", .size(row.size)),
      ("scale", .number(row.scale)), ("alpha", .number(row.alpha)),
      ("zIndex", .whole(row.zIndex)),
    ]
  }

  private static func members(_ header: SplitHeader) -> [ReplayRecord.Member] {
    [
      ("column", header.side.map { .text($0.rawValue) } ?? .null),
      ("index", .whole(header.index)), ("center", .point(header.center)),
      ("size", .size(header.size)), ("translation", .number(header.translation)),
      ("alpha", .number(header.alpha)), ("zIndex", .whole(header.zIndex)),
    ]
  }
}

/// The configuration of a split selector, with the model's property names as keys.
private struct SplitSelectorSetup: ScriptValue {
  private(set) var configuration = SplitSelector.Configuration()

  static var expectation: String { "an object" }

  init() {}

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    try object.allow([
      "itemLength", "scaleFactor", "interColumnSpacing", "headerHeight", "headerInset", "variant",
      "speed", "reducedMotion",
    ])
    var new = configuration
    if object.contains("itemLength") { new.itemLength = try object.value("itemLength") }
    new.scaleFactor = try object.value("scaleFactor", default: new.scaleFactor)
    new.interColumnSpacing = try object.value(
      "interColumnSpacing", default: new.interColumnSpacing)
    new.headerHeight = try object.value("headerHeight", default: new.headerHeight)
    new.headerInset = try object.value("headerInset", default: new.headerInset)
    new.variant = try object.word("variant", default: new.variant)
    new.speed = try object.value("speed", default: new.speed)
    new.reducedMotion = try object.value("reducedMotion", default: new.reducedMotion)
    configuration = new
  }
}
