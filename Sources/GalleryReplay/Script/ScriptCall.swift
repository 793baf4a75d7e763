// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// A call of a script, with its time.
package struct ScriptCall {
  /// The names of the calls, in the order in which messages list them.
  package enum Name: String, CaseIterable {
    case frame, advance, beginDrag, drag, endDrag, cancelDrag, goTo, setViewport, setSize
    case delete, insert, move, replace, batch, deleteActive, cancel, drain, discard
  }

  /// The calls with their arguments.
  package enum Action {
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
    case request(ScriptRequest)
    case cancel(ticket: String)
    case drain
    case discard
  }

  package let time: ReplayTime
  package let name: Name
  package var action: Action
}

extension ScriptCall.Name {
  /// The keys of a call besides `at` and `call`.
  package var keys: [String] {
    switch self {
    case .frame, .advance, .cancelDrag, .drain, .discard: []
    case .beginDrag: ["surface"]
    case .drag: ["translation"]
    case .endDrag: ["velocity"]
    case .goTo: ["index", "page", "animated"]
    case .setViewport: ["preview", "strip"]
    case .setSize: ["page", "width", "height"]
    case .delete: ScriptEdit.Name.delete.keys + ScriptRequest.keys
    case .insert: ScriptEdit.Name.insert.keys + ScriptRequest.keys
    case .move: ScriptEdit.Name.move.keys + ScriptRequest.keys
    case .replace: ScriptEdit.Name.replace.keys + ScriptRequest.keys
    case .batch: ["requests"] + ScriptRequest.keys
    case .deleteActive: ScriptRequest.keys
    case .cancel: ["ticket"]
    }
  }
}

extension ScriptCall.Name: ScriptValue {
  private static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  package static var expectation: String { "one of \(list)" }

  package init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    guard let name = Self(rawValue: word) else {
      throw ScriptMistake(
        "This version does not know the call \"\(word.clipped)\"; it knows \(Self.list).")
    }
    self = name
  }
}

extension ScriptCall: Decodable {
  package init(from decoder: any Decoder) throws {
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
    case .delete: self = try .edit(.delete, object)
    case .insert: self = try .edit(.insert, object)
    case .move: self = try .edit(.move, object)
    case .replace: self = try .edit(.replace, object)
    case .batch:
      let edits = try object.value("requests", as: ScriptEdits.self).edits
      self = .request(try ScriptRequest(.batch(edits), object))
    case .deleteActive: self = .request(try ScriptRequest(.deleteActive, object))
    case .cancel: self = .cancel(ticket: try object.value("ticket"))
    case .drain: self = .drain
    case .discard: self = .discard
    }
  }

  private static func edit(_ name: ScriptEdit.Name, _ object: ScriptObject) throws -> Self {
    .request(try ScriptRequest(.edit(try ScriptEdit(name, object)), object))
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
