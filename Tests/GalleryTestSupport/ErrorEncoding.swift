// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Testing

/// JSON encoding and decoding for tests of `Codable`.
public enum JSONText {
  /// Returns a value as JSON with sorted keys.
  public static func of(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Returns the value decoded from JSON.
  public static func read<Value: Decodable>(
    _ text: String, as type: Value.Type = Value.self
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

/// Expects errors to be encoded with their values and their sentence, and decoded from the values
/// alone.
public func expectEncodings<Failure: Error & Codable & Equatable & CustomStringConvertible>(
  _ cases: [(Failure, String)], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for (error, facts) in cases {
    #expect(try JSONText.read("{\(facts)}") == error, sourceLocation: sourceLocation)
    let written = try JSONText.of(error)
    #expect(try JSONText.read(written) == error, sourceLocation: sourceLocation)
    let message = #""message":\#(try JSONText.of(error.description))"#
    #expect(
      written.contains(message)
        && written.utf8.count == facts.utf8.count + message.utf8.count + 3,
      "\(written) is not \(facts)", sourceLocation: sourceLocation)
  }
  for bad in [#"{"code":"exploded"}"#, "{}", "[]", #"{"code":1}"#] {
    #expect(throws: DecodingError.self, sourceLocation: sourceLocation) {
      try JSONText.read(bad, as: Failure.self)
    }
  }
}
