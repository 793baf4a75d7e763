// SPDX-License-Identifier: Apache-2.0

/// A mistake in a line of a script.
public struct ScriptMistake: Error, Hashable, Sendable {
  /// One sentence that states what was found and what was expected.
  public let sentence: String

  /// Creates a mistake.
  package init(_ sentence: String) { self.sentence = sentence }

  /// A value of the wrong type; the caller, which knows the key, replaces it by a specific message.
  static let value = ScriptMistake("A value is not what was expected.")
}
