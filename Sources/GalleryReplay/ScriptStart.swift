// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel

/// The first object of a script: the gallery or another model to create.
package enum ScriptStart: Decodable {
  case gallery(ScriptGallery)
  case model(name: String, any ModelReplaying)

  package init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    let model =
      try Self.model(CardStack.self, object) ?? Self.model(SplitSelector.self, object)
      ?? Self.model(Drawer.self, object) ?? Self.model(PageZoom.self, object)
    self = try model ?? .gallery(ScriptGallery.Line(from: decoder).gallery)
  }

  private static func model<Model: ReplayedModel>(
    _ type: Model.Type, _ object: ScriptObject
  ) throws -> Self? {
    guard object.contains(Model.scriptName) else { return nil }
    try object.allow([Model.scriptName])
    let setup: ModelSetup<Model> = try object.value(Model.scriptName)
    return .model(name: Model.scriptName, ModelReplay(setup.model))
  }
}

extension ScriptParser {
  /// The content of a line.
  package enum Line {
    /// The gallery to create.
    case gallery(ScriptGallery)
    /// Another model to create, and its name. Its calls are read by ``step(_:from:)``.
    case model(name: String, any ModelReplaying)
    /// A call.
    case call(ScriptCall)
  }

  /// Reads one line; returns `nil` for an empty line or a comment.
  package mutating func parse(_ line: ArraySlice<UInt8>) throws(ScriptMistake) -> Line? {
    guard !Self.isIgnored(line) else { return nil }
    guard hasModel else {
      let start = try decode(ScriptStart.self, from: line)
      hasModel = true
      switch start {
      case .gallery(let gallery): return .gallery(gallery)
      case .model(let name, let model): return .model(name: name, model)
      }
    }
    return try step(ScriptCall.self, from: line).map { .call($0) }
  }
}
