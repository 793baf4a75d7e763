// SPDX-License-Identifier: Apache-2.0

/// A place at which a body is not the JSON that the interface accepts.
struct JSONMistake: Error, Hashable {
  /// The kinds of mistakes; the raw value is a sentence for the client.
  enum Kind: String, CaseIterable, Sendable {
    case encoding = "The body is not valid UTF-8."
    case byteOrderMark = "The body begins with a byte order mark; JSON has none."
    case syntax = "The body is not valid JSON."
    case escape = "A text of the body has an invalid escape, or half of a surrogate pair."
    case nul = "A text of the body contains the character NUL."
    case number =
      "A number of the body is not an integer; integers have no fraction and no exponent."
    case depth = "The lists and objects of the body are nested too deeply."
    case duplicateKey = "A key of an object of the body occurs twice."
    case equivalentKeys =
      "Two keys of an object of the body are the same text for Unicode, composed and decomposed."
  }

  let kind: Kind

  /// The number of bytes before the mistake, `nil` for one of the whole body.
  let offset: Int?
}

extension Problem {
  init(_ mistake: JSONMistake) {
    self.init(.malformed, mistake.kind.rawValue)
    if let offset = mistake.offset { facts["offset"] = offset }
  }
}
