// SPDX-License-Identifier: Apache-2.0

/// A mistake in a line of a script.
public struct ScriptMistake: Error, Hashable, Sendable {
  /// One sentence that states what was found and what was expected.
  public let sentence: String

  /// Creates a mistake.
  package init(_ sentence: String) { self.sentence = sentence }

  /// A value that is not what its key asks for; whoever knows the key says more.
  package static let value = ScriptMistake("A value is not what was expected.")
}
