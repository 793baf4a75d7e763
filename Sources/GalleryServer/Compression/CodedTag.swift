// SPDX-License-Identifier: Apache-2.0

/// The entity tags of content that is sent with gzip, such as `"r17-gzip"`.
///
/// A strong tag belongs to the bytes, which differ between codings: RFC 9110, 8.8.3.
enum CodedTag {
  private static let mark = "-gzip"

  /// Returns the tag of the same content with gzip.
  static func text(_ tag: String) -> String { "\(tag.dropLast())\(mark)\"" }

  /// Returns the tag of the same content without a coding: an edit depends on the content only.
  static func withoutCoding(_ tag: Substring) -> Substring {
    guard tag.hasSuffix(mark + "\"") else { return tag }
    return tag.dropLast(mark.utf8.count + 1) + "\""
  }
}
