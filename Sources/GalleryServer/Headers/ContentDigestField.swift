// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPTypes
import Hummingbird
import PageStorage

/// The field `Content-Digest`, a list such as `sha-256=:X48E9qOo...=:`: RFC 9530.
enum ContentDigestField {
  /// Returns the SHA-256 in a field, `nil` if it has none.
  ///
  /// Other algorithms are ignored; of repeated ones, the last one counts.
  ///
  /// - Throws: `Problem` unless every member is a name with bytes in Base64.
  static func sha256(in field: String) throws(Problem) -> ContentDigest? {
    var found: ContentDigest?
    for member in field.split(separator: ",", omittingEmptySubsequences: false) {
      guard let (name, bytes) = parse(member) else { throw malformed }
      guard name == "sha-256" else { continue }
      guard let digest = ContentDigest(bytes) else { throw malformed }
      found = digest
    }
    return found
  }

  private static let malformed = Problem.malformed(
    "The header Content-Digest is not a list such as sha-256=:BASE64:, with 32 bytes for SHA-256.")

  private static func parse(_ member: Substring) -> (name: Substring, bytes: Data)? {
    let text = member.drop(while: isBlank)
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, isName(sides[0]) else { return nil }
    var value = sides[1]
    while value.last.map(isBlank) == true { value.removeLast() }
    guard value.utf8.count >= 2, value.first == ":", value.last == ":",
      let bytes = Data(base64Encoded: String(value.dropFirst().dropLast()))
    else { return nil }
    return (sides[0], bytes)
  }

  private static func isBlank(_ letter: Character) -> Bool { letter == " " || letter == "\t" }

  /// Returns whether a text is the key of a structured field: RFC 9651, 3.1.2.
  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isLowercase(first) || first == UInt8(ascii: "*") else {
      return false
    }
    return text.utf8.allSatisfy {
      isLowercase($0) || (0x30...0x39).contains($0) || "_-.*".utf8.contains($0)
    }
  }

  private static func isLowercase(_ letter: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
  }
}

extension Call {
  /// The SHA-256 that the client announces for the body, `nil` if it announces none.
  func contentDigest() throws(Problem) -> ContentDigest? {
    guard let name = HTTPField.Name("Content-Digest"), let field = request.headers[name] else {
      return nil
    }
    return try ContentDigestField.sha256(in: field)
  }
}
