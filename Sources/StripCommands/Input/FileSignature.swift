// SPDX-License-Identifier: Apache-2.0

extension Path {
  private static let pageExtensions: Set = [
    "jpg", "jpeg", "jpe", "jif", "jfif", "jfi", "png", "apng",
  ]

  /// Whether the ending says that the file is a JPEG or PNG file, be it one or not.
  var hasPageExtension: Bool { Self.pageExtensions.contains(lowercasedExtension) }
}

/// Tells pages from other files by their first bytes.
enum FileSignature {
  /// How many bytes are needed at most.
  static let byteCount = 8

  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]

  // Not the whole signature of PNG: its other half shows damage done by text-mode transfers, and
  // a page that suffered it is to be reported, not passed over.
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  /// Returns whether a file that starts with these bytes is a JPEG or PNG file, intact or not.
  static func isPage(_ prefix: [UInt8]) -> Bool {
    prefix.starts(with: jpeg) || prefix.starts(with: png)
  }

  /// Returns whether so few bytes can only be the beginning of a JPEG or PNG file: no text starts
  /// like one.
  static func isCutPage(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && (jpeg.starts(with: bytes) || png.starts(with: bytes))
  }
}
