// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel

extension PageZoom: ReplayedCompanion {
  static var scriptName: String { "zoom" }

  static func make(_ object: ScriptObject) throws -> Self {
    try object.allow(["viewport", "page", "aspectRatio", "configuration"])
    var zoom = try PageZoom(
      viewport: try object.size("viewport"),
      configuration: try object.value("configuration", default: ZoomSetup()).configuration)
    try show(object)(&zoom, .zero)
    return zoom
  }

  /// Reads a call with an optional page and its optional shape.
  private static func show(_ object: ScriptObject) throws -> Action {
    let page: PageID? = object.contains("page") ? try object.value("page") : nil
    let ratio: Double? = object.contains("aspectRatio") ? try object.value("aspectRatio") : nil
    return { try $0.show(page, aspectRatio: ratio, at: $1) }
  }

  static let scriptCalls: [ModelCall<Self>] =
    [
      ModelCall("show", ["page", "aspectRatio"]) { try show($0) },
      ModelCall("doubleTap", ["location"]) { object in
        let location = try object.point("location")
        return { try $0.doubleTap(location: location, at: $1) }
      },
      ModelCall("beginPinch", ["location"]) { object in
        let location = try object.point("location")
        return { try $0.beginPinch(location: location, at: $1) }
      },
      ModelCall("pinch", ["scale", "location"]) { object in
        let (scale, location) = (
          try object.value("scale", as: Double.self), try object.point("location")
        )
        return { try $0.pinch(scale: scale, location: location, at: $1) }
      },
      ModelCall("endPinch") { _ in { $0.endPinch(at: $1) } },
      ModelCall("beginDrag") { _ in { $0.beginDrag(at: $1) } },
      ModelCall("drag", ["translation"]) { object in
        let translation = try object.point("translation")
        return { try $0.drag(translation: translation, at: $1) }
      },
      ModelCall("endDrag", ["velocity"]) { object in
        let velocity = try object.point("velocity")
        return { try $0.endDrag(velocity: velocity, at: $1) }
      },
      ModelCall("cancelDrag") { _ in { $0.cancelDrag(at: $1) } },
      ModelCall("setViewport", ["viewport"]) { object in
        let viewport = try object.size("viewport")
        return { try $0.setViewport(viewport, at: $1) }
      },
    ]

  mutating func records(until time: Duration) -> [ReplayRecord] {
    advance(to: time).map { event in
      switch event {
      case .settled(let scale, let time):
        .event("settled", at: time, [("scale", .number(scale))])
      case .clockWentBackwards(let found, let time): .clockWentBackwards(found: found, at: time)
      }
    }
  }

  func record(at time: Duration) -> ReplayRecord {
    let frame = frame(at: time)
    return .frame(
      at: frame.time,
      [
        ("viewport", .size(frame.viewport)), ("page", .page(frame.page)),
        ("scale", .number(frame.scale)), ("contentRect", .rect(frame.contentRect)),
        ("contentOffset", .point(frame.contentOffset)), ("excess", .point(frame.excess)),
        ("isAnimating", .flag(frame.isAnimating)),
      ])
  }
}

/// The configuration of a zoom, with the model's property names as keys.
private struct ZoomSetup: ScriptValue {
  private(set) var configuration = PageZoom.Configuration()

  static var expectation: String { "an object" }

  init() {}

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    try object.allow(["maximumScale", "doubleTapScale", "speed", "reducedMotion"])
    var new = configuration
    new.maximumScale = try object.value("maximumScale", default: new.maximumScale)
    new.doubleTapScale = try object.value("doubleTapScale", default: new.doubleTapScale)
    new.speed = try object.value("speed", default: new.speed)
    new.reducedMotion = try object.value("reducedMotion", default: new.reducedMotion)
    configuration = new
  }
}
