// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Reads a script line by line: the model first, then calls whose times never go back.
struct ScriptParser {
  private let decoder = JSONDecoder()
  private var hasModel = false
  private var clock = ReplayTime.zero

  /// What a line says.
  enum Line {
    /// The gallery to play on.
    case gallery(ScriptGallery)
    /// Another model to play on, and its name. Its calls are read by ``step(_:from:)``.
    case model(name: String, any ModelReplaying)
    /// A call.
    case call(ScriptCall)
  }

  /// Reads one line, `nil` for a line that does not count.
  mutating func parse(_ line: ArraySlice<UInt8>) throws(ScriptMistake) -> Line? {
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

  /// Reads a line with a call, `nil` for a line that does not count.
  mutating func step<Step: ScriptStep>(
    _ type: Step.Type, from line: ArraySlice<UInt8>
  ) throws(ScriptMistake) -> Step? {
    guard !Self.isIgnored(line) else { return nil }
    let step = try decode(type, from: line)
    guard step.time >= clock else {
      throw ScriptMistake(
        "at is \(step.time.text), but time has come to \(clock.text); it must not go back.")
    }
    clock = step.time
    return step
  }

  /// Checks that a script is complete where it ends.
  func finish() throws(ScriptMistake) {
    guard hasModel else {
      throw ScriptMistake("The script ends before its first object, which sets the gallery up.")
    }
  }

  private static func isIgnored(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "#") || line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, from line: ArraySlice<UInt8>
  ) throws(ScriptMistake) -> Value {
    guard line.count <= LineReader.longestLine else {
      throw ScriptMistake("The line is too long; it may have \(LineReader.longestLine) bytes.")
    }
    try JSONSyntax.check(line)
    do {
      return try decoder.decode(type, from: Data(line))
    } catch let mistake as ScriptMistake {
      throw mistake
    } catch {
      throw ScriptMistake("The line is not JSON that can be read.")
    }
  }
}
