// SPDX-License-Identifier: Apache-2.0

extension PageMetadata {
  /// The maximum length of a file name on Linux file systems, in bytes.
  package static let fileNameByteLimit = 255

  /// The file name, sanitized so that it is valid in any folder; `nil` if nothing is left of it.
  ///
  /// Removed are leading folders and dots, control and formatting characters, and characters that
  /// Windows forbids. It has at most 255 bytes: the part before the extension is cut at a character
  /// boundary.
  public var exportName: String? { fileName.flatMap { Self.exportName(for: $0) } }

  /// Returns a sanitized file name of at most the given number of bytes.
  package static func exportName(
    for text: String, byteLimit: Int = fileNameByteLimit
  ) -> String? {
    var scalars = text.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    scalars.unicodeScalars.removeAll { !isFit($0) }
    let trimmed = scalars.unicodeScalars.drop { $0 == "." || $0.properties.isWhitespace }
      .reversed().drop { $0 == "." || $0.properties.isWhitespace }.reversed()
    var name = String.UnicodeScalarView()
    name.append(contentsOf: trimmed)
    return shortened(name, to: byteLimit)
  }

  private static func isFit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      false
    default: !":*?\"<>|".unicodeScalars.contains(scalar)
    }
  }

  private static func shortened(_ name: String.UnicodeScalarView, to limit: Int) -> String? {
    let whole = String(name)
    guard whole.utf8.count > limit else { return whole.isEmpty ? nil : whole }
    // Treat only a short suffix as an extension: a longer one is part of the name.
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let isExtension = dot != name.endIndex && String(name[dot...]).utf8.count <= 16
    let ending = isExtension ? String(name[dot...]) : ""
    let stem = prefix(isExtension ? name[..<dot] : name[...], limit - ending.utf8.count)
    return stem.isEmpty ? nil : stem + ending
  }

  /// Returns the longest prefix within a byte limit, in whole characters if at least one fits.
  private static func prefix(_ scalars: Substring.UnicodeScalarView, _ limit: Int) -> String {
    var (count, end) = (0, scalars.startIndex)
    while end < scalars.endIndex, count + UTF8.width(scalars[end]) <= limit {
      count += UTF8.width(scalars[end])
      scalars.formIndex(after: &end)
    }
    let cut = String(scalars[..<end])
    // The scalars cut off may have been part of the last character.
    guard cut.count > 1, end < scalars.endIndex, scalars[end].properties.isGraphemeExtend else {
      return cut
    }
    return String(cut.dropLast())
  }
}
