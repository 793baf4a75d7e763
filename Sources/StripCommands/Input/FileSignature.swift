// SPDX-License-Identifier: Apache-2.0

import GallerySystem

extension Path {
  private static let pageExtensions: Set = [
    "jpg", "jpeg", "jpe", "jif", "jfif", "jfi", "png", "apng",
  ]

  /// Whether the file name extension is that of JPEG or PNG, whatever the content.
  var hasPageExtension: Bool { Self.pageExtensions.contains(lowercasedExtension) }
}

/// The detection of pages by their first bytes.
enum FileSignature {
  /// The maximum number of bytes needed.
  static let byteCount = 8

  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]

  // The first half of the PNG signature. The second half detects damage by text-mode transfers, and
  // a page damaged that way must be reported, not skipped.
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  /// Returns whether a file that starts with these bytes is a JPEG or PNG file, intact or not.
  static func isPage(_ prefix: [UInt8]) -> Bool {
    prefix.starts(with: jpeg) || prefix.starts(with: png)
  }

  /// Returns whether there is a file that starts like a JPEG or PNG file.
  static func isPage(at path: Path) -> Bool {
    guard let file = try? SystemCalls.open(path) else { return false }
    defer { SystemCalls.closeFile(file) }
    return (try? SystemCalls.bytes(of: file, at: 0, byteCount: byteCount)).map(isPage) ?? false
  }

  /// Returns whether a file that starts with these bytes is a JPEG file, intact or not.
  static func isJPEG(_ prefix: [UInt8]) -> Bool { prefix.starts(with: jpeg) }

  /// Returns whether these few bytes can only be the beginning of a JPEG or PNG file, not of a
  /// text.
  static func isCutPage(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && (jpeg.starts(with: bytes) || png.starts(with: bytes))
  }
}
