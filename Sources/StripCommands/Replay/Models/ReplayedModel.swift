// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel

/// A model that a script can play on instead of a gallery.
protocol ReplayedModel {
  /// The key of a script's first object that names the model.
  static var scriptName: String { get }

  /// The calls besides `frame` and `advance`.
  static var scriptCalls: [ModelCall<Self>] { get }

  /// Sets a model up from what stands behind its name.
  static func make(_ object: ScriptObject) throws -> Self

  /// Lets time pass and returns what happened.
  mutating func records(until time: Duration) -> [ReplayRecord]

  /// What is shown at a time.
  func record(at time: Duration) -> ReplayRecord
}

/// A call of a script to a model.
struct ModelCall<Model> {
  typealias Action = (inout Model, Duration) throws -> Void

  let name: String
  /// The keys that it has besides `at` and `call`.
  let keys: [String]
  /// Reads what the keys hold.
  let read: (ScriptObject) throws -> Action

  init(
    _ name: String, _ keys: [String] = [], read: @escaping (ScriptObject) throws -> Action
  ) {
    self.name = name
    self.keys = keys
    self.read = read
  }
}

/// A line of a script with a call at a time.
protocol ScriptStep: Decodable {
  var time: ReplayTime { get }
}

extension ScriptCall: ScriptStep {}

/// A line of a script with a call to a model.
private struct ModelStep<Model: ReplayedModel>: ScriptStep {
  let time: ReplayTime
  let name: String
  let action: ModelCall<Model>.Action?

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    guard !object.contains(Model.scriptName) else {
      throw ScriptMistake(
        "The \(Model.scriptName) was set up before; every further object must have at and call.")
    }
    let name = try object.value("call", as: String.self)
    let calls = Model.scriptCalls
    guard let call = calls.first(where: { $0.name == name }) else {
      guard ["frame", "advance"].contains(name) else {
        let known = ["frame", "advance"] + calls.map(\.name)
        throw ScriptMistake(
          "A \(Model.scriptName) does not know the call \"\(name.clipped)\"; it knows "
            + "\(known.joined(separator: ", ")).")
      }
      try object.allow(["at", "call"])
      (self.name, time, action) = (name, try object.value("at"), nil)
      return
    }
    try object.allow(["at", "call"] + call.keys)
    (self.name, time, action) = (name, try object.value("at"), try call.read(object))
  }
}

/// A model under a script.
protocol ModelReplaying {
  /// Plays one line.
  mutating func play(
    _ line: ArraySlice<UInt8>, _ parser: inout ScriptParser, _ printer: inout ReplayPrinter
  ) throws(ScriptMistake)
}

/// A model under a script.
struct ModelReplay<Model: ReplayedModel>: ModelReplaying {
  private var model: Model

  init(_ model: Model) { self.model = model }

  mutating func play(
    _ line: ArraySlice<UInt8>, _ parser: inout ScriptParser, _ printer: inout ReplayPrinter
  ) throws(ScriptMistake) {
    guard let step = try parser.step(ModelStep<Model>.self, from: line) else { return }
    let time = step.time.duration
    var refusal: ReplayRecord?
    do {
      try step.action?(&model, time)
    } catch {
      refusal = .event(
        "rejected", at: time, [("call", .text(step.name)), ("error", .text("\(error)"))])
    }
    for record in model.records(until: time) { printer.print(record) }
    if let refusal { printer.print(refusal) }
    if step.name == "frame" { printer.print(model.record(at: time)) }
  }
}

/// The first object of a script: the gallery or another model to play on.
enum ScriptStart: Decodable {
  case gallery(ScriptGallery)
  case model(name: String, any ModelReplaying)

  init(from decoder: any Decoder) throws {
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

/// What stands behind the name of a model.
private struct ModelSetup<Model: ReplayedModel>: ScriptValue {
  let model: Model

  static var expectation: String { "an object" }

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    do {
      model = try Model.make(object)
    } catch let mistake as ScriptMistake {
      throw mistake
    } catch {
      throw ScriptMistake("There is no such \(Model.scriptName). \(error)")
    }
  }
}

// MARK: - Values

/// A point as scripts have it: an array of two numbers.
struct ScriptPoint: ScriptValue {
  let point: Point

  static var expectation: String { "an array of two numbers" }

  init(from decoder: any Decoder) throws {
    let size = try ScriptSize(from: decoder).size
    point = Point(x: size.width, y: size.height)
  }
}

/// Pages as scripts have them where only their names count: an array of ids.
struct ScriptPageIDs: ScriptValue {
  let pages: [PageID]

  static var expectation: String { "an array of whole numbers from 0 to \(UInt64.max)" }

  init(from decoder: any Decoder) throws {
    let numbers = try decoder.singleValueContainer().decode([UInt64].self)
    pages = numbers.map { PageID($0) }
  }
}

extension ScriptObject {
  func point(_ key: String) throws -> Point { try value(key, as: ScriptPoint.self).point }

  func size(_ key: String) throws -> Size { try value(key, as: ScriptSize.self).size }

  /// Returns one of the words of a type.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, as type: Word.Type = Word.self
  ) throws -> Word {
    let text = try value(key, as: String.self)
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw ScriptMistake("\(key) must be one of \(words).")
    }
    return word
  }

  /// Returns one of the words of a type, or a default where the key is left out.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, default value: Word
  ) throws -> Word {
    contains(key) ? try word(key) : value
  }
}
