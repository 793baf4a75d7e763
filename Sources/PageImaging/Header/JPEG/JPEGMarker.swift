// SPDX-License-Identifier: Apache-2.0

/// The second byte of a JPEG marker, sorted by what a header reader does with it.
enum JPEGMarker {
  /// Starts the image.
  case startOfImage
  /// Ends the image.
  case endOfImage
  /// Says how large the image is and how it is coded.
  case startOfFrame(JPEGFrameKind)
  /// Starts the coded pixels.
  case startOfScan
  /// A segment that may be any length; libjpeg forgives a length below two.
  case application(Int)
  /// A segment that is skipped and forgiven like `application`.
  case comment
  /// A table, whose length is at least two.
  case table
  /// The restart interval, whose length is four.
  case restartInterval
  /// Stands alone, without a length.
  case standalone
  /// A coding process that is not decoded.
  case unsupported(String)
  /// Reserved; libjpeg gives up here.
  case reserved

  /// Sorts a marker.
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
    // The late height means something only after a scan; before it, it is skipped.
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

/// The coding of a JPEG's frame.
struct JPEGFrameKind {
  /// Whether a coarse image comes first.
  let isProgressive: Bool
  /// Whether arithmetic coding replaces Huffman coding.
  let isArithmetic: Bool
}
