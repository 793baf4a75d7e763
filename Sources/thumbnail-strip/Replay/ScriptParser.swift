// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Reads a script line by line: the gallery first, then calls whose times never go back.
struct ScriptParser {
  private let decoder = JSONDecoder()
  private var hasGallery = false
  private var clock = ReplayTime.zero

  /// What a line says.
  enum Line {
    /// The gallery to play on.
    case gallery(ScriptGallery)
    /// A call.
    case call(ScriptCall)
  }

  /// Reads one line, `nil` for a line that does not count.
  mutating func parse(_ line: ArraySlice<UInt8>) throws(ScriptMistake) -> Line? {
    guard !Self.isIgnored(line) else { return nil }
    guard hasGallery else {
      let gallery = try decode(ScriptGallery.Line.self, from: line).gallery
      hasGallery = true
      return .gallery(gallery)
    }
    let call = try decode(ScriptCall.self, from: line)
    guard call.time >= clock else {
      throw ScriptMistake(
        "at is \(call.time.text), but time has come to \(clock.text); it must not go back.")
    }
    clock = call.time
    return .call(call)
  }

  /// Checks that a script is complete where it ends.
  func finish() throws(ScriptMistake) {
    guard hasGallery else {
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
