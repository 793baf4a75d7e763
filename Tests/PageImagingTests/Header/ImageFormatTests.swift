// SPDX-License-Identifier: Apache-2.0

import PageImaging
import Testing

struct ImageFormatTests {
  @Test func signaturesOfDecodedFormatsAreDetected() throws {
    #expect(try ImageFormat.detect([0xFF, 0xD8] as [UInt8]) == .jpeg)
    #expect(try ImageFormat.detect([0xFF, 0xD8, 0, 1] as [UInt8]) == .jpeg)
    #expect(try ImageFormat.detect(PNGBuilder().bytes) == .png)
    #expect(ImageFormat.allCases.map(\.name) == ["JPEG", "PNG"])
  }

  static let foreign: [(String, [UInt8])] = [
    ("GIF", text("GIF87a")), ("GIF", text("GIF89a")), ("BMP", text("BM6\0\0\0")),
    ("TIFF", text("II*\0")), ("TIFF", text("MM\0*")), ("BigTIFF", text("II+\0")),
    ("BigTIFF", text("MM\0+")), ("WebP", text("RIFF\u{1}\0\0\0WEBPVP8 ")),
    ("PNM", text("P1\n")), ("PNM", text("P2\r")), ("PNM", text("P3#")), ("PNM", text("P4 ")),
    ("PNM", text("P5\t")), ("PNM", text("P6\n")), ("PAM", text("P7\n")), ("PFM", text("PF\n")),
    ("PFM", text("Pf\n")), ("HEIF", box("heic")), ("HEIF", box("heix")), ("HEIF", box("mif1")),
    ("HEIF", box("msf1")), ("AVIF", box("avif")), ("AVIF", box("avis")),
    ("JPEG 2000", [0, 0, 0, 12] + text("jP  \r\n") + [0x87, 10]),
    ("JPEG 2000", [0xFF, 0x4F, 0xFF, 0x51]), ("JPEG 2000", box("jp2 ")),
    ("JPEG XL", [0, 0, 0, 12] + text("JXL \r\n") + [0x87, 10]), ("JPEG XL", [0xFF, 0x0A]),
    ("JPEG XR", [0x49, 0x49, 0xBC, 1]), ("PDF", text("%PDF-1.7")), ("PostScript", text("%!PS-")),
    ("SVG", text("<svg xmlns=''>")), ("SVG", text(" \n<svg>")), ("SVG", text("\u{FEFF}<svg>")),
    ("SVG", text("<?xml version='1.0'?><!-- a --><svg>")), ("SVG", text("<!DOCTYPE svg><svg>")),
    ("DjVu", text("AT&TFORM")), ("JBIG2", [0x97] + text("JB2\r\n\u{1A}\n")),
    ("MNG", [0x8A] + text("MNG")), ("JNG", [0x8B] + text("JNG")), ("Photoshop", text("8BPS")),
    ("GIMP", text("gimp xcf v011")), ("ICO", [0, 0, 1, 0, 1]), ("Windows cursor", [0, 0, 2, 0]),
    ("OpenEXR", [0x76, 0x2F, 0x31, 1]), ("Radiance HDR", text("#?RADIANCE\n")),
    ("DirectDraw Surface", text("DDS |")), ("QOI", text("qoif")), ("farbfeld", text("farbfeld")),
    ("FLIF", text("FLIF1")), ("BPG", [0x42, 0x50, 0x47, 0xFB]),
    ("Sun raster", [0x59, 0xA6, 0x6A, 0x95]),
    ("DICOM", [UInt8](repeating: 0, count: 128) + text("DICM")),
  ]

  @Test(arguments: foreign) func foreignFormatIsRefusedByName(name: String, bytes: [UInt8]) {
    #expect(throws: ImagingError.unsupportedFormat(name: name)) { try header(of: bytes) }
    #expect(throws: ImagingError.unsupportedFormat(name: name)) {
      try ImageFormat.detect(bytes)
    }
  }

  @Test(arguments: ["P", "P6", "P8\n", "RIFF\u{1}\0\0\0WAVE", "<?xml version='1.0'?><html>", "II"])
  func likenessIsNotEnough(_ text: String) {
    let bytes = Self.text(text)

    #expect(headerError(of: bytes) == .unrecognizedFormat(found: Array(bytes.prefix(8))))
  }

  @Test func noBytesAreEmptyInput() {
    #expect(headerError(of: []) == .emptyInput)
    #expect(throws: ImagingError.emptyInput) { try ImageFormat.detect([]) }
  }

  @Test func partOfASignatureIsTruncated() {
    #expect(headerError(of: [0xFF]) == .truncated(offset: 1))
    for count in 1..<8 {
      let bytes = Array(PNGBuilder().bytes.prefix(count))
      #expect(headerError(of: bytes) == .truncated(offset: count))
    }
  }

  private static func text(_ string: String) -> [UInt8] { Array(string.utf8) }

  private static func box(_ brand: String) -> [UInt8] { [0, 0, 0, 24] + text("ftyp" + brand) }
}
