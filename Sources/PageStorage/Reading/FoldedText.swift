// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Text as a search compares it: in lower case and without accents, so that "Muller" finds "Müller".
enum FoldedText {
  /// Letters that no decomposition reduces to others.
  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h",
    "ı": "i",
  ]

  /// The accents of European letters; marks of other scripts are parts of words.
  private static let accents: ClosedRange<UInt32> = 0x300...0x36F

  /// Returns a text in the form in which it is compared.
  static func folded(_ text: String) -> String {
    let lower = text.lowercased()
    guard lower.utf8.contains(where: { $0 >= 0x80 }) else { return lower }
    var folded = String.UnicodeScalarView()
    for scalar in lower.decomposedStringWithCanonicalMapping.unicodeScalars {
      if let other = letters[scalar] {
        folded.append(contentsOf: other.unicodeScalars)
      } else if !accents.contains(scalar.value) {
        folded.append(scalar)
      }
    }
    return String(folded)
  }
}
