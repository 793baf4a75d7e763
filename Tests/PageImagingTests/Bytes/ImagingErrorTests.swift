// SPDX-License-Identifier: Apache-2.0

import PageImaging
import Testing

struct ImagingErrorTests {
  /// Error, its code, its offset, its message.
  static let errors: [(ImagingError, String, Int?, String)] = [
    (.emptyInput, "emptyInput", 0, "The file is empty."),
    (
      .unrecognizedFormat(found: [0x0A, 0xFF]), "unrecognizedFormat", 0,
      "The file is not an image in a known format; it starts with 0A FF."
    ),
    (
      .unsupportedFormat(name: "GIF"), "unsupportedFormat", nil,
      "GIF images are not supported; only JPEG and PNG are."
    ),
    (
      .unsupported(feature: "lossless JPEG", offset: 2), "unsupported", 2,
      "The image uses lossless JPEG at byte 2, which is not supported."
    ),
    (
      .malformed(what: "the marker is reserved", offset: 4), "malformed", 4,
      "The image is malformed at byte 4: the marker is reserved."
    ),
    (
      .truncated(offset: 9), "truncated", 9,
      "The image is truncated: it ends at byte 9, where more bytes are needed."
    ),
    (
      .invalidSize(width: 0, height: 5, offset: 7), "invalidSize", 7,
      "The image has the invalid size 0 x 5 at byte 7."
    ),
    (
      .damaged(warningCount: 2, message: "bad code"), "damaged", nil,
      "The image is damaged (2 warnings): bad code."
    ),
    (
      .damaged(warningCount: 1, message: "bad code"), "damaged", nil,
      "The image is damaged (1 warning): bad code."
    ),
    (
      .codec(message: "bad table", offset: nil), "codec", nil,
      "The image cannot be decoded: bad table."
    ),
    (
      .codec(message: "bad table", offset: 3), "codec", 3,
      "The image cannot be decoded past byte 3: bad table."
    ),
    (
      .limitExceeded(limit: .pixelCount, found: 9, allowed: 8), "limitExceeded", nil,
      "The image needs 9 pixels; at most 8 are allowed."
    ),
    (
      .limitExceeded(limit: .progressiveScans, found: 101, allowed: 100), "limitExceeded", nil,
      "The image needs more than the allowed 100 progressive scans."
    ),
    (
      .limitExceeded(limit: .decodeMemory, found: 101, allowed: 100), "limitExceeded", nil,
      "The image needs more than the allowed 100 bytes of memory."
    ),
    (
      .limitExceeded(limit: .decodeMemory, found: 200, allowed: 100), "limitExceeded", nil,
      "The image needs 200 bytes of memory; at most 100 are allowed."
    ),
    (
      .outOfMemory(byteCount: 7), "outOfMemory", nil,
      "The memory for the image cannot be allocated: 7 bytes."
    ),
    (
      .notRegularFile(kind: "FIFO"), "notRegularFile", nil,
      "The path is a FIFO, not a regular file."
    ),
    (
      .io(operation: "open", errno: 2), "io", nil,
      "The call open failed: No such file or directory."
    ),
    (.cancelled, "cancelled", nil, "The operation was cancelled."),
  ]

  @Test(arguments: errors.indices) func everyErrorSpeaksPlainly(index: Int) {
    let (error, code, offset, sentence) = Self.errors[index]

    #expect(error.code == code)
    #expect(error.offset == offset)
    #expect(error.description == sentence)
  }

  @Test(arguments: DecodingLimits.Limit.allCases)
  func everyLimitIsNamed(_ limit: DecodingLimits.Limit) {
    let error = ImagingError.limitExceeded(limit: limit, found: 3, allowed: 1)

    #expect(error.description.hasPrefix("The image needs 3 "))
    #expect(error.description.hasSuffix("; at most 1 are allowed."))
  }

  @Test func limitsAreThoseOfScannedDocuments() {
    let limits = DecodingLimits.default

    #expect(limits.pixelCount == 500_000_000)
    #expect(limits.decodeMemory == 268_435_456)
    #expect(limits.progressiveScans == 100)
    #expect(limits.ancillaryBytes == 8_388_608)
    #expect(limits.headerBytes == 262_144)
  }
}
