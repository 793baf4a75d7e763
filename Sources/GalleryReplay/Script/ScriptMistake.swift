// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a line of a script, and what was expected.
package struct ScriptMistake: Error, Hashable, Sendable {
  /// One sentence.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }

  /// A value that is not what its key asks for; whoever knows the key says more.
  package static let value = ScriptMistake("A value is not what was expected.")
}
