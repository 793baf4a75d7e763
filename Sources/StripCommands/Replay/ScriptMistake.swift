// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a line of a script, and what was expected.
struct ScriptMistake: Error, Hashable, Sendable {
  /// One sentence.
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }

  /// A value that is not what its key asks for; whoever knows the key says more.
  static let value = ScriptMistake("A value is not what was expected.")
}

/// A mistake and where it stands.
struct ScriptProblem: Error, Sendable {
  let mistake: ScriptMistake
  let path: Path
  /// The number of the line, from 1.
  let line: Int
}
