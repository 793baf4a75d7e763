// SPDX-License-Identifier: Apache-2.0

/// The formats that are recognized by their first bytes and rejected by name.
///
/// The name helps a user convert the file; "unknown format" would not.
enum UnsupportedFormat {
  /// Returns the name of the format that begins with `bytes`; `nil` if it is unknown.
  static func name(of bytes: [UInt8]) -> String? {
    if isSVG(bytes) { return "SVG" }
    return mediaContainerName(of: bytes) ?? netpbmName(of: bytes)
      ?? signatures.first { bytes.dropFirst($0.offset).starts(with: $0.bytes) }?.name
  }

  /// Returns the name of a RIFF or ISO base media format, identified by the four letters at offset
  /// 8.
  private static func mediaContainerName(of bytes: [UInt8]) -> String? {
    func word(at offset: Int) -> String {
      String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self)
    }
    if word(at: 0) == "RIFF", word(at: 8) == "WEBP" { return "WebP" }
    guard word(at: 4) == "ftyp" else { return nil }
    switch word(at: 8) {
    case "avif", "avis": return "AVIF"
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return "HEIF"
    case "jp2 ", "jpx ", "jpm ": return "JPEG 2000"
    default: return nil
    }
  }

  /// Returns the name of a Netpbm format.
  ///
  /// The letter and the digit alone would also match plain text, so the third byte is checked too.
  private static func netpbmName(of bytes: [UInt8]) -> String? {
    guard bytes.count >= 3, bytes[0] == UInt8(ascii: "P") else { return nil }
    let isSpace = [9, 10, 13, 32].contains(bytes[2])
    switch bytes[1] {
    case UInt8(ascii: "1")...UInt8(ascii: "6"): return isSpace || bytes[2] == 35 ? "PNM" : nil
    case UInt8(ascii: "7"): return isSpace ? "PAM" : nil
    case UInt8(ascii: "F"), UInt8(ascii: "f"): return isSpace ? "PFM" : nil
    default: return nil
    }
  }

  /// Returns whether the text is SVG: an `svg` element, possibly after a declaration, comments or a
  /// document type.
  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.dropFirst(bytes.starts(with: byteOrderMark) ? 3 : 0)
      .drop { [9, 10, 13, 32].contains($0) }
    if text.starts(with: "<svg".utf8) { return true }
    guard text.starts(with: "<?xml".utf8) || text.starts(with: "<!".utf8) else { return false }
    return text.indices.contains { text[$0...].starts(with: "<svg".utf8) }
  }

  private struct Signature {
    let name: String
    let bytes: [UInt8]
    let offset: Int

    init(_ name: String, _ bytes: [UInt8], at offset: Int = 0) {
      self.name = name
      self.bytes = bytes
      self.offset = offset
    }

    init(_ name: String, _ text: String, at offset: Int = 0) {
      self.init(name, Array(text.utf8), at: offset)
    }
  }

  private static let signatures: [Signature] = [
    Signature("GIF", "GIF8"),
    Signature("TIFF", "II*\0"),
    Signature("TIFF", "MM\0*"),
    Signature("BigTIFF", "II+\0"),
    Signature("BigTIFF", "MM\0+"),
    Signature("JPEG 2000", [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 13, 10, 0x87, 10]),
    Signature("JPEG 2000", [0xFF, 0x4F, 0xFF, 0x51]),
    Signature("JPEG XL", [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 13, 10, 0x87, 10]),
    Signature("JPEG XL", [0xFF, 0x0A]),
    Signature("JPEG XR", [0x49, 0x49, 0xBC]),
    Signature("PDF", "%PDF-"),
    Signature("PostScript", "%!PS"),
    Signature("DjVu", "AT&TFORM"),
    Signature("JBIG2", [0x97, 0x4A, 0x42, 0x32, 13, 10, 26, 10]),
    Signature("MNG", [0x8A, 0x4D, 0x4E, 0x47]),
    Signature("JNG", [0x8B, 0x4A, 0x4E, 0x47]),
    Signature("Photoshop", "8BPS"),
    Signature("GIMP", "gimp xcf"),
    Signature("ICO", [0, 0, 1, 0]),
    Signature("Windows cursor", [0, 0, 2, 0]),
    Signature("OpenEXR", [0x76, 0x2F, 0x31, 0x01]),
    Signature("Radiance HDR", "#?RADIANCE"),
    Signature("DirectDraw Surface", "DDS "),
    Signature("QOI", "qoif"),
    Signature("farbfeld", "farbfeld"),
    Signature("FLIF", "FLIF"),
    Signature("BPG", [0x42, 0x50, 0x47, 0xFB]),
    Signature("Sun raster", [0x59, 0xA6, 0x6A, 0x95]),
    Signature("DICOM", "DICM", at: 128),
    Signature("BMP", "BM"),
  ]
}
