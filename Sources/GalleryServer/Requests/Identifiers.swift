// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// The identifiers in paths, queries and bodies: decimal integers below 2^53.
enum Identifiers {
  /// The largest integer that every client represents exactly.
  static let maximum = 1 << 53 - 1

  /// Returns a decimal integer without sign and leading zeros, below 2^53.
  static func number(_ text: some StringProtocol) -> Int? { number(text.utf8) }

  /// Returns the same of the ASCII characters of a number.
  static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...16).contains(digits.count), digits.count == 1 || digits.first != 0x30 else {
      return nil
    }
    var number = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number <= maximum ? number : nil
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
