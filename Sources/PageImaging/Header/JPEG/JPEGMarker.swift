// SPDX-License-Identifier: Apache-2.0

/// The meaning of a JPEG marker for a header parser.
enum JPEGMarker {
  /// The start of the image (SOI).
  case startOfImage
  /// The end of the image (EOI).
  case endOfImage
  /// A frame header (SOF), with the size and the coding of the image.
  case startOfFrame(JPEGFrameKind)
  /// A scan header (SOS), which coded data follow.
  case startOfScan
  /// An application segment (APPn) of any length: libjpeg accepts a length below two.
  case application(Int)
  /// A skipped segment of any length, like `application`.
  case comment
  /// Huffman tables, arithmetic conditioning or quantization tables, with a length of at least two.
  case table
  /// The restart interval (DRI), with a length of four.
  case restartInterval
  /// A marker without a segment.
  case standalone
  /// A coding process that is not supported.
  case unsupported(String)
  /// A reserved marker, at which libjpeg fails.
  case reserved

  /// Classifies the second byte of a marker.
  init(_ code: UInt8) {
    switch code {
    case 0xD8: self = .startOfImage
    case 0xD9: self = .endOfImage
    case 0xC0, 0xC1: self = .startOfFrame(.init(isProgressive: false, isArithmetic: false))
    case 0xC2: self = .startOfFrame(.init(isProgressive: true, isArithmetic: false))
    case 0xC9: self = .startOfFrame(.init(isProgressive: false, isArithmetic: true))
    case 0xCA: self = .startOfFrame(.init(isProgressive: true, isArithmetic: true))
    case 0xDA: self = .startOfScan
    case 0xE0...0xEF: self = .application(Int(code) - 0xE0)
    // DNL has a meaning only after a scan: a DNL segment before the first scan is skipped.
    case 0xFE, 0xDC: self = .comment
    case 0xC4, 0xCC, 0xDB: self = .table
    case 0xDD: self = .restartInterval
    case 0x01, 0xD0...0xD7: self = .standalone
    case 0xC3, 0xCB: self = .unsupported("lossless JPEG")
    case 0xC5...0xC7, 0xCD...0xCF, 0xDE, 0xDF: self = .unsupported("hierarchical JPEG")
    case 0xC8: self = .unsupported("a JPEG extension")
    case 0xF7: self = .unsupported("JPEG-LS")
    default: self = .reserved
    }
  }
}

/// The coding of a JPEG frame.
struct JPEGFrameKind {
  /// Whether the frame is progressive.
  let isProgressive: Bool
  /// Whether arithmetic coding replaces Huffman coding.
  let isArithmetic: Bool
}
