// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel

/// A model that a script can drive instead of a gallery.
package protocol ReplayedModel {
  /// The key in the script's first object that selects the model.
  static var scriptName: String { get }

  /// The model's calls besides `frame` and `advance`.
  static var scriptCalls: [ModelCall<Self>] { get }

  /// Creates a model from the value of its key.
  static func make(_ object: ScriptObject) throws -> Self

  /// Advances the time and returns the events up to it.
  mutating func records(until time: Duration) -> [ReplayRecord]

  /// Returns the frame at a time.
  func record(at time: Duration) -> ReplayRecord
}

/// A call that a script can make to a model.
package struct ModelCall<Model> {
  package typealias Action = (inout Model, Duration) throws -> Void

  package let name: String
  /// The keys of the call besides `at` and `call`.
  package let keys: [String]
  /// Reads the values of the keys.
  package let read: (ScriptObject) throws -> Action

  package init(
    _ name: String, _ keys: [String] = [], read: @escaping (ScriptObject) throws -> Action
  ) {
    self.name = name
    self.keys = keys
    self.read = read
  }
}

/// A line of a script that holds a call to a model.
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

/// A model driven by a script, with its type erased.
package protocol ModelReplaying {
  /// Plays one line.
  mutating func play(
    _ line: ArraySlice<UInt8>, _ parser: inout ScriptParser, _ printer: inout ReplayPrinter
  ) throws(ScriptMistake)
}

/// A model driven by a script.
package struct ModelReplay<Model: ReplayedModel>: ModelReplaying {
  private var model: Model

  package init(_ model: Model) { self.model = model }

  package mutating func play(
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

/// The value of a model's key in a script.
package struct ModelSetup<Model: ReplayedModel>: ScriptValue {
  package let model: Model

  package static var expectation: String { "an object" }

  package init(from decoder: any Decoder) throws {
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
