// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions

/// The first object of a script: the model to create.
enum ScriptStart: Decodable {
  case gallery(ScriptGallery)
  case companion(name: String, any ModelReplaying)

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    let companion =
      try Self.companion(CardStack.self, object) ?? Self.companion(SplitSelector.self, object)
      ?? Self.companion(Drawer.self, object) ?? Self.companion(PageZoom.self, object)
    self = try companion ?? .gallery(Self.readGallery(object))
  }

  private static func companion<Companion: ReplayedCompanion>(
    _ type: Companion.Type, _ object: ScriptObject
  ) throws -> Self? {
    guard object.contains(Companion.scriptName) else { return nil }
    try object.allow([Companion.scriptName])
    return .companion(
      name: Companion.scriptName, try Companion.replay(try object.value(Companion.scriptName)))
  }

  private static func readGallery(_ object: ScriptObject) throws -> ScriptGallery {
    let name = ReplayedGallery.scriptName
    guard object.contains(name) else {
      throw ScriptMistake(
        "The first object must describe the gallery, {\"gallery\": {\"pages\": [...], "
          + "\"viewport\": {...}}}, or another model: \(others).")
    }
    try object.allow([name])
    return try object.value(name)
  }

  /// The names of the models other than the gallery, as the end of a sentence.
  private static var others: String {
    "\(CardStack.scriptName), \(SplitSelector.scriptName), \(Drawer.scriptName) or "
      + PageZoom.scriptName
  }

  /// Creates the model.
  func makeModel() throws(ScriptMistake) -> any ModelReplaying {
    switch self {
    case .gallery(let gallery): ModelReplay(try ReplayedGallery(gallery))
    case .companion(_, let model): model
    }
  }
}

extension ScriptParser {
  /// Reads the line with the first object, which must set a gallery up; returns `nil` for an empty
  /// line or a comment.
  ///
  /// The message about another model names the command that plays the script.
  package mutating func gallery(
    from line: ArraySlice<UInt8>, for command: String
  ) throws(ScriptMistake) -> ScriptGallery? {
    switch try start(ScriptStart.self, from: line) {
    case nil: return nil
    case .gallery(let gallery): return gallery
    case .companion(let name, _):
      throw ScriptMistake("\(command) needs a script with a gallery, but the script has a \(name).")
    }
  }
}
