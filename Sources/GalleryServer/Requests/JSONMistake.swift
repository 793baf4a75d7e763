// SPDX-License-Identifier: Apache-2.0

/// A place at which a text is not the JSON that the interface accepts.
package struct JSONMistake: Error, Hashable {
  /// The kinds of mistakes; the raw value is a sentence for the client.
  package enum Kind: String, CaseIterable, Sendable {
    case encoding = "The JSON is not valid UTF-8."
    case byteOrderMark = "The JSON begins with a byte order mark, which it must not have."
    case empty = "The body is empty, and not JSON."
    case syntax = "The text is not valid JSON."
    case escape = "A text of the JSON has an invalid escape, or half of a surrogate pair."
    case nul = "A text of the JSON contains the character NUL."
    case number =
      "A number of the JSON is not an integer; integers have no fraction and no exponent."
    case depth = "The lists and objects of the JSON are nested too deeply."
    case longKey = "A key of the JSON has more than 256 bytes in UTF-8."
    case duplicateKey = "A key of an object occurs twice."
    case equivalentKeys =
      "Two keys of an object are the same text for Unicode, composed and decomposed."
  }

  /// The kind.
  package let kind: Kind

  /// The number of bytes before the mistake, `nil` for one of the whole body.
  package let offset: Int?
}

extension Problem {
  init(_ mistake: JSONMistake) {
    self.init(.malformed, mistake.kind.rawValue)
    if let offset = mistake.offset { facts["offset"] = offset }
  }
}
