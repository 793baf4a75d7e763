// SPDX-License-Identifier: Apache-2.0

/// The calls of every model that only advance the time.
enum TimeCall: String, CaseIterable {
  case frame, advance
}

/// A line of a script that holds a call to a model.
struct ModelLine<Model: ReplayedModel>: ScriptLine {
  let step: ScriptStep<Model.Action>

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    guard !object.contains(Model.scriptName) else {
      throw ScriptMistake(
        "The \(Model.scriptName) is already described; every further object must have at and call.")
    }
    let name: String = try object.value("call", expecting: Model.callExpectation)
    let call = Model.scriptCalls.first { $0.name == name }
    guard call != nil || TimeCall(rawValue: name) != nil else {
      throw ScriptMistake(
        "A \(Model.scriptName) has no call \"\(name.clipped)\"; its calls are \(Model.callNames).")
    }
    try object.allow(["at", "call"] + (call?.keys ?? []))
    step = ScriptStep(time: try object.value("at"), name: name, action: try call?.read(object))
  }
}
