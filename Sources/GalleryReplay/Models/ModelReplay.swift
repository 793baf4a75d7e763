// SPDX-License-Identifier: Apache-2.0

/// A model driven by a script, with its type erased.
protocol ModelReplaying {
  /// Plays one line.
  mutating func play(
    _ line: ArraySlice<UInt8>, _ parser: inout ScriptParser, _ printer: inout ReplayPrinter
  ) throws(ScriptMistake)
}

/// A model driven by a script.
struct ModelReplay<Model: ReplayedModel>: ModelReplaying {
  private var model: Model

  init(_ model: Model) { self.model = model }

  mutating func play(
    _ line: ArraySlice<UInt8>, _ parser: inout ScriptParser, _ printer: inout ReplayPrinter
  ) throws(ScriptMistake) {
    guard let step = try parser.step(ModelLine<Model>.self, from: line) else { return }
    let time = step.time.duration
    let refusal = try model.perform(step)
    for record in model.records(until: time) { printer.print(record) }
    if let refusal { printer.print(Model.record(of: refusal)) }
    if step.name == TimeCall.frame.rawValue { printer.print(model.record(at: time)) }
  }
}
