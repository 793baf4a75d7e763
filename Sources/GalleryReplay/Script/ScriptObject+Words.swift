// SPDX-License-Identifier: Apache-2.0

extension ScriptObject {
  /// Returns the case of an enumeration that a key selects.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, as type: Word.Type = Word.self
  ) throws -> Word {
    let text = try value(key, as: String.self)
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw ScriptMistake("\(key) must be one of \(words).")
    }
    return word
  }

  /// Returns the case of an enumeration that a key selects, or a default if the key is missing.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, default value: Word
  ) throws -> Word {
    contains(key) ? try word(key) : value
  }
}
