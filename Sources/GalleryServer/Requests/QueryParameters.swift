// SPDX-License-Identifier: Apache-2.0

/// The parameters of a query; each name occurs once.
struct QueryParameters: Sendable {
  /// The maximum size of a name in UTF-8: see ``JSONCheck/maximumKeyByteCount``.
  private static let maximumNameByteCount = 256

  private let values: [String: String]

  /// What a parameter is called in messages.
  private let noun: String

  /// The names that occur.
  var names: some Collection<String> { values.keys }

  /// Parses a query.
  ///
  /// - Parameters:
  ///   - text: The query, or a form.
  ///   - noun: What a parameter is called in messages.
  /// - Throws: `Problem` if it does not decode, a value contains NUL, or a name is too long or occurs twice.
  init(_ text: Substring, noun: String = "query parameter") throws(Problem) {
    var values: [String: String] = [:]
    for part in text.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentDecoding.decode(sides[0], plusIsSpace: true),
        let value = PercentDecoding.decode(sides.count > 1 ? sides[1] : "", plusIsSpace: true)
      else { throw .malformed("A \(noun) is not properly percent-encoded text.") }
      guard !PercentDecoding.hasNUL(value) else {
        throw .malformed("A \(noun) contains the character NUL.")
      }
      guard name.utf8.count <= Self.maximumNameByteCount else {
        throw .malformed("The name of a \(noun) is too long.")
      }
      guard values.updateValue(value, forKey: name) == nil else {
        throw .malformed("A \(noun) occurs twice.")
      }
    }
    (self.values, self.noun) = (values, noun)
  }

  /// Requires that all names are known, so that a typo is not ignored.
  func require(only known: Set<String>) throws(Problem) {
    guard values.keys.allSatisfy(known.contains) else {
      let list = known.sorted().joined(separator: ", ")
      throw .malformed(
        known.isEmpty
          ? "This address has no query parameters."
          : "A \(noun) is unknown; there are: \(list).")
    }
  }

  /// Returns the text of a parameter.
  func text(_ name: String) -> String? { values[name] }

  /// Returns whether a parameter without a value is present.
  func flag(_ name: String) throws(Problem) -> Bool {
    guard let value = values[name] else { return false }
    guard value.isEmpty else { throw .malformed("The \(noun) \(name) has no value.") }
    return true
  }

  /// Returns a number in a range.
  func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Identifiers.number(text), range.contains(number) else {
      throw .malformed(
        "The \(noun) \(name) is an integer in \(range.lowerBound)...\(range.upperBound).")
    }
    return number
  }

  /// Returns one of several words.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type
  ) throws(Problem) -> Word? where Word.RawValue == String {
    guard let text = values[name] else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .malformed("The \(noun) \(name) is one of: \(words).")
    }
    return word
  }
}
