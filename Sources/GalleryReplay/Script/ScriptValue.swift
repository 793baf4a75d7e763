// SPDX-License-Identifier: Apache-2.0

/// A value of a key in a script.
protocol ScriptValue: Decodable {
  /// The expected value, as the end of a sentence that begins with "must be".
  static var expectation: String { get }
}

extension Int: ScriptValue {
  static var expectation: String { "a whole number" }
}

extension Double: ScriptValue {
  static var expectation: String { "a number" }
}

extension Bool: ScriptValue {
  static var expectation: String { "true or false" }
}

extension String: ScriptValue {
  static var expectation: String { "a text" }
}
