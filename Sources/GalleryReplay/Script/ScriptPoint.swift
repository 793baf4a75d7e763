// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// A point in a script: an array of two numbers.
package struct ScriptPoint: ScriptValue {
  package let point: Point

  package static var expectation: String { "an array of two numbers" }

  package init(from decoder: any Decoder) throws {
    let size = try ScriptSize(from: decoder).size
    point = Point(x: size.width, y: size.height)
  }
}

/// Page IDs in a script: an array of IDs.
package struct ScriptPageIDs: ScriptValue {
  package let pages: [PageID]

  package static var expectation: String { "an array of whole numbers from 0 to \(UInt64.max)" }

  package init(from decoder: any Decoder) throws {
    let numbers = try decoder.singleValueContainer().decode([UInt64].self)
    pages = numbers.map { PageID($0) }
  }
}

extension ScriptObject {
  package func point(_ key: String) throws -> Point { try value(key, as: ScriptPoint.self).point }

  package func size(_ key: String) throws -> Size { try value(key, as: ScriptSize.self).size }

  /// Returns the case of an enumeration that a key selects.
  package func word<Word: RawRepresentable<String> & CaseIterable>(
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
  package func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, default value: Word
  ) throws -> Word {
    contains(key) ? try word(key) : value
  }
}
