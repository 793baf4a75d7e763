// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// What a script calls at a time.
struct ScriptCall {
  /// The names of the calls, in the order in which people are told of them.
  enum Name: String, CaseIterable {
    case frame, advance, beginDrag, drag, endDrag, cancelDrag, goTo, setViewport, setSize
  }

  /// The calls with what they carry.
  enum Action {
    case frame
    case advance
    case beginDrag(GallerySurface)
    case drag(translation: Double)
    case endDrag(velocity: Double)
    case cancelDrag
    case goToIndex(Int, animated: Bool)
    case goToPage(PageID, animated: Bool)
    case setViewport(GalleryViewport)
    case setSize(PixelSize, page: PageID)
  }

  let time: ReplayTime
  let name: Name
  let action: Action
}

extension ScriptCall.Name {
  /// The keys that a call has besides `at` and `call`.
  var keys: [String] {
    switch self {
    case .frame, .advance, .cancelDrag: []
    case .beginDrag: ["surface"]
    case .drag: ["translation"]
    case .endDrag: ["velocity"]
    case .goTo: ["index", "page", "animated"]
    case .setViewport: ["preview", "strip"]
    case .setSize: ["page", "width", "height"]
    }
  }
}

extension ScriptCall.Name: ScriptValue {
  private static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  static var expectation: String { "one of \(list)" }

  init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    guard let name = Self(rawValue: word) else {
      throw ScriptMistake(
        "This version does not know the call \"\(word.clipped)\"; it knows \(Self.list).")
    }
    self = name
  }
}

extension ScriptCall: Decodable {
  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    guard !object.contains("gallery") else {
      throw ScriptMistake(
        "The gallery was set up before; every further object must have at and call.")
    }
    name = try object.value("call")
    try object.allow(["at", "call"] + name.keys)
    time = try object.value("at")
    action = try Action(name, object)
  }
}

extension ScriptCall.Action {
  fileprivate init(_ name: ScriptCall.Name, _ object: ScriptObject) throws {
    switch name {
    case .frame: self = .frame
    case .advance: self = .advance
    case .beginDrag: self = .beginDrag(try object.value("surface"))
    case .drag: self = .drag(translation: try object.value("translation"))
    case .endDrag: self = .endDrag(velocity: try object.value("velocity"))
    case .cancelDrag: self = .cancelDrag
    case .goTo: self = try .goTo(object)
    case .setViewport: self = .setViewport(try ScriptViewport.viewport(in: object))
    case .setSize:
      self = .setSize(
        PixelSize(width: try object.value("width"), height: try object.value("height")),
        page: try object.value("page"))
    }
  }

  private static func goTo(_ object: ScriptObject) throws -> Self {
    guard object.contains("index") != object.contains("page") else {
      throw ScriptMistake("goTo must have either index or page.")
    }
    let isAnimated = try object.value("animated", default: true)
    return object.contains("index")
      ? .goToIndex(try object.value("index"), animated: isAnimated)
      : .goToPage(try object.value("page"), animated: isAnimated)
  }
}

extension GallerySession {
  /// Makes a call of a script; calls that only let time pass are left to `advance`.
  mutating func perform(
    _ action: ScriptCall.Action, at time: Duration
  ) throws(GalleryError) {
    switch action {
    case .frame, .advance: break
    case .beginDrag(let surface): beginDrag(surface, at: time)
    case .drag(let translation): try drag(translation: translation, at: time)
    case .endDrag(let velocity): try endDrag(velocity: velocity, at: time)
    case .cancelDrag: cancelDrag(at: time)
    case .goToIndex(let index, let isAnimated):
      try goTo(index: index, animated: isAnimated, at: time)
    case .goToPage(let page, let isAnimated): try goTo(page: page, animated: isAnimated, at: time)
    case .setViewport(let viewport): try setViewport(viewport, at: time)
    case .setSize(let size, let page): try setSize(PageSize(size), of: page, at: time)
    }
  }
}
