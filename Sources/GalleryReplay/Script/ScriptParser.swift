// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A parser that reads a script line by line: the model first, then calls whose times never
/// decrease.
package struct ScriptParser {
  /// The maximum length of a line: 16 MiB, enough for a million pages.
  package static let longestLine = 1 << 24

  private let decoder = JSONDecoder()
  /// Whether the first object, which creates the model, was read.
  private var hasModel = false
  private var clock = ReplayTime.zero

  /// Creates a parser at the beginning of a script.
  package init() {}

  /// Reads the line with the first object; returns `nil` for an empty line or a comment.
  mutating func start<Start: Decodable>(
    _ type: Start.Type, from line: ArraySlice<UInt8>
  ) throws(ScriptMistake) -> Start? {
    let start = try decode(type, from: line)
    if start != nil { hasModel = true }
    return start
  }

  /// Reads a line with a call; returns `nil` for an empty line or a comment.
  mutating func step<Line: ScriptLine>(
    _ type: Line.Type, from line: ArraySlice<UInt8>
  ) throws(ScriptMistake) -> ScriptStep<Line.Action>? {
    guard let step = try decode(type, from: line)?.step else { return nil }
    guard step.time >= clock else {
      throw ScriptMistake(
        "at is \(step.time.text), but the time is already \(clock.text); times must not decrease.")
    }
    clock = step.time
    return step
  }

  /// Checks that the script is complete at its end.
  package func finish() throws(ScriptMistake) {
    guard hasModel else {
      throw ScriptMistake("The script ends before its first object, which describes the gallery.")
    }
  }

  /// Reads the JSON of a line; returns `nil` for an empty line or a comment.
  private func decode<Value: Decodable>(
    _ type: Value.Type, from line: ArraySlice<UInt8>
  ) throws(ScriptMistake) -> Value? {
    guard !Self.isIgnored(line) else { return nil }
    guard line.count <= Self.longestLine else {
      throw ScriptMistake("The line is too long; it may have \(Self.longestLine) bytes.")
    }
    try JSONSyntax.check(line)
    do {
      return try decoder.decode(type, from: Data(line))
    } catch let mistake as ScriptMistake {
      throw mistake
    } catch {
      throw ScriptMistake("The line is not valid JSON.")
    }
  }

  /// Whether a line is empty or a comment.
  private static func isIgnored(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "#") || line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
  }
}
