// SPDX-License-Identifier: Apache-2.0

/// The titles that clients give to documents.
enum TitleText {
  /// The maximum length of a title in Unicode code points, as in a JSON schema.
  static let maximumLength = 500

  /// Returns a title of one line that is not too long.
  ///
  /// Characters that choose the direction of writing are permitted: pages isolate titles.
  ///
  /// - Throws: `Problem`.
  static func checked(_ title: String) throws(Problem) -> String {
    guard !title.unicodeScalars.contains(where: breaksLine) else {
      throw .malformed("The title contains a line break or another control character.")
    }
    let length = title.unicodeScalars.count
    guard length > maximumLength else { return title }
    throw Problem(
      .limitExceeded,
      "The title has \(length) Unicode code points; at most \(maximumLength) are allowed.",
      facts: ["limit": maximumLength, "found": length])
  }

  /// Whether a character is a control character, or separates lines or paragraphs.
  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
