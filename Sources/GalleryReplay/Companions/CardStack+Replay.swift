// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel

extension CardStack: ReplayedCompanion {
  static var scriptName: String { "cardStack" }

  static func make(_ object: ScriptObject) throws -> Self {
    try object.allow(["pages", "container", "configuration"])
    return try CardStack(
      pages: try object.value("pages", as: ScriptPageIDs.self).pages,
      container: try object.size("container"),
      configuration: try object.value("configuration", default: CardStackSetup()).configuration)
  }

  static let scriptCalls: [ModelCall<Self>] =
    [
      ModelCall("beginDrag", ["location"]) { object in
        let location = try object.point("location")
        return { try $0.beginDrag(location: location, at: $1) }
      },
      ModelCall("drag", ["translation"]) { object in
        let translation = try object.point("translation")
        return { try $0.drag(translation: translation, at: $1) }
      },
      ModelCall("endDrag", ["velocity"]) { object in
        let velocity = try object.point("velocity")
        return { try $0.endDrag(velocity: velocity, at: $1) }
      },
      ModelCall("cancelDrag") { _ in { $0.cancelDrag(at: $1) } },
      ModelCall("swipe", ["direction"]) { object in
        let direction = try object.word("direction", as: CardDirection.self)
        return { $0.swipe(direction, at: $1) }
      },
      ModelCall("undo") { _ in { $0.undo(at: $1) } },
      ModelCall("insert", ["page", "index"]) { object in
        let (page, index): (PageID, Int) = (try object.value("page"), try object.value("index"))
        return { try $0.insert(page, index: index, at: $1) }
      },
      ModelCall("append", ["pages"]) { object in
        let pages = try object.value("pages", as: ScriptPageIDs.self).pages
        return { try $0.append(contentsOf: pages, at: $1) }
      },
      ModelCall("delete", ["page"]) { object in
        let page: PageID = try object.value("page")
        return { try $0.delete(page, at: $1) }
      },
      ModelCall("reload", ["pages"]) { object in
        let pages = try object.value("pages", as: ScriptPageIDs.self).pages
        return { try $0.reload(pages, at: $1) }
      },
      ModelCall("setContainer", ["container"]) { object in
        let container = try object.size("container")
        return { try $0.setContainer(container, at: $1) }
      },
    ]

  mutating func records(until time: Duration) -> [ReplayRecord] {
    advance(to: time).map { event in
      switch event {
      case .swiped(let page, let direction, let time):
        .event(
          "swiped", at: time, [("page", .page(page)), ("direction", .text(direction.rawValue))])
      case .undone(let page, let direction, let time):
        .event(
          "undone", at: time, [("page", .page(page)), ("direction", .text(direction.rawValue))])
      case .emptied(let time): .event("empty", at: time)
      case .clockWentBackwards(let found, let time): .clockWentBackwards(found: found, at: time)
      }
    }
  }

  func record(at time: Duration) -> ReplayRecord {
    let frame = frame(at: time)
    return .frame(
      at: frame.time,
      [
        ("container", .size(frame.container)), ("count", .whole(frame.count)),
        ("topPage", .page(frame.topPage)), ("isEmpty", .flag(frame.isEmpty)),
        ("isAnimating", .flag(frame.isAnimating)),
        ("cards", .list(frame.cards.map(Self.members))),
      ])
  }

  private static func members(_ card: CardCell) -> [ReplayRecord.Member] {
    [
      ("page", .page(card.page)), ("index", .index(card.index)), ("depth", .number(card.depth)),
      ("center", .point(card.center)), ("size", .size(card.size)),
      ("rotation", .number(card.rotation)), ("alpha", .number(card.alpha)),
      ("zIndex", .whole(card.zIndex)),
    ]
  }
}

/// The configuration of a card stack, with the model's property names as keys.
private struct CardStackSetup: ScriptValue {
  private(set) var configuration = CardStack.Configuration()

  static var expectation: String { "an object" }

  init() {}

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    try object.allow([
      "maximumVisibleCards", "horizontalInset", "verticalInset", "distanceThreshold",
      "speedThreshold", "maximumRotation", "exitOffset", "allowedDirections", "rotation",
      "releaseRule", "backgroundFollows", "speed", "reducedMotion",
    ])
    var new = configuration
    new.maximumVisibleCards = try object.value(
      "maximumVisibleCards", default: new.maximumVisibleCards)
    new.horizontalInset = try object.value("horizontalInset", default: new.horizontalInset)
    new.verticalInset = try object.value("verticalInset", default: new.verticalInset)
    new.distanceThreshold = try object.value("distanceThreshold", default: new.distanceThreshold)
    new.speedThreshold = try object.value("speedThreshold", default: new.speedThreshold)
    new.maximumRotation = try object.value("maximumRotation", default: new.maximumRotation)
    if object.contains("exitOffset") { new.exitOffset = try object.size("exitOffset") }
    if object.contains("allowedDirections") {
      new.allowedDirections = try object.value("allowedDirections", as: Directions.self).set
    }
    new.rotation = try object.word("rotation", default: new.rotation)
    new.releaseRule = try object.word("releaseRule", default: new.releaseRule)
    new.backgroundFollows = try object.value("backgroundFollows", default: new.backgroundFollows)
    new.speed = try object.value("speed", default: new.speed)
    new.reducedMotion = try object.value("reducedMotion", default: new.reducedMotion)
    configuration = new
  }

  private struct Directions: ScriptValue {
    var set: CardDirections = []

    static var expectation: String {
      "an array of " + CardDirection.allCases.map(\.rawValue).joined(separator: ", ")
    }

    init(from decoder: any Decoder) throws {
      for word in try decoder.singleValueContainer().decode([String].self) {
        switch CardDirection(rawValue: word) {
        case .left: set.insert(.left)
        case .right: set.insert(.right)
        case .up: set.insert(.up)
        case .down: set.insert(.down)
        case nil: throw ScriptMistake.value
        }
      }
    }
  }
}
