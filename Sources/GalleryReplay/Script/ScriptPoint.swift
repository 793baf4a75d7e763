// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// A point as scripts have it: an array of two numbers.
package struct ScriptPoint: ScriptValue {
  package let point: Point

  package static var expectation: String { "an array of two numbers" }

  package init(from decoder: any Decoder) throws {
    let size = try ScriptSize(from: decoder).size
    point = Point(x: size.width, y: size.height)
  }
}

/// Pages as scripts have them where only their names count: an array of ids.
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

  /// Returns one of the words of a type.
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

  /// Returns one of the words of a type, or a default where the key is left out.
  package func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, default value: Word
  ) throws -> Word {
    contains(key) ? try word(key) : value
  }
}
