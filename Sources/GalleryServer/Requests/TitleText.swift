// SPDX-License-Identifier: Apache-2.0

/// The titles that clients give to documents.
enum TitleText {
  /// The maximum length of a title in characters, counted as Unicode scalars, as in a JSON schema.
  static let maximumLength = 500

  /// Returns a title that is not too long.
  ///
  /// - Throws: `Problem`.
  static func checked(_ title: String) throws(Problem) -> String {
    let length = title.unicodeScalars.count
    guard length > maximumLength else { return title }
    throw Problem(
      .limitExceeded, "The title has \(length) characters; at most \(maximumLength) are allowed.",
      facts: ["limit": maximumLength, "found": length])
  }
}
