// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// The identifiers in paths, queries and bodies: decimal integers below 2^53.
enum Identifiers {
  /// The largest integer that every client represents exactly.
  static let maximum = 1 << 53 - 1

  /// Returns a decimal integer without sign and leading zeros, below 2^53.
  static func number(_ text: some StringProtocol) -> Int? {
    let digits = text.utf8
    guard (1...16).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.count == 1 || digits.first != 0x30, let number = Int(text), number <= maximum
    else { return nil }
    return number
  }

  static func page(_ number: Int) throws(Problem) -> PageID {
    guard (0...maximum).contains(number) else { throw notAnIdentifier }
    return PageID(UInt64(number))
  }

  /// Parses a segment that names a page.
  static func page(_ text: String) throws(Problem) -> PageID {
    guard let number = number(text) else { throw notAnIdentifier }
    return PageID(UInt64(number))
  }

  static func document(_ number: Int) throws(Problem) -> DocumentID {
    guard (0...maximum).contains(number) else { throw notAnIdentifier }
    return DocumentID(Int64(number))
  }

  /// Parses a segment that names a document.
  static func document(_ text: String) throws(Problem) -> DocumentID {
    guard let number = number(text) else { throw notAnIdentifier }
    return DocumentID(Int64(number))
  }

  private static let notAnIdentifier = Problem.malformed(
    "An identifier is a decimal integer below 2^53, without sign and leading zeros.")
}
