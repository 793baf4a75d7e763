// SPDX-License-Identifier: Apache-2.0

/// Tells a whole image from one whose end is still to come.
enum ImageEnd {
  /// How many bytes at the end are looked at.
  static let byteCount = 12

  private static let jpeg: [UInt8] = [0xFF, 0xD9]

  // The chunk IEND: no bytes, its name and its check sum.
  private static let png: [UInt8] = [
    0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  /// Returns whether a file that starts and ends with these bytes is a whole JPEG or PNG, as far as
  /// its end tells.
  static func isPresent(start: [UInt8], end: [UInt8]) -> Bool {
    guard FileSignature.isPage(start) else { return false }
    return end.suffix(jpeg.count).elementsEqual(jpeg) && start.first == 0xFF
      || end.suffix(png.count).elementsEqual(png) && start.first != 0xFF
  }
}
