// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The reason why an image could not be read or written.
public enum ImagingError: Error, Hashable, Sendable {
  /// There are no bytes at all.
  case emptyInput

  /// The first bytes belong to no known image format. `found` holds up to eight of them.
  case unrecognizedFormat(found: [UInt8])

  /// The bytes are of a known format that is not supported.
  case unsupportedFormat(name: String)

  /// The format is supported, but not this variant of it.
  case unsupported(feature: String, offset: Int)

  /// The bytes break a rule of the format.
  case malformed(what: String, offset: Int)

  /// The bytes end at `offset`, where more are needed.
  case truncated(offset: Int)

  /// The size has a side that the format does not allow.
  case invalidSize(width: Int, height: Int, offset: Int)

  /// The pixels were decoded with warnings, which the strict policy does not accept.
  case damaged(warningCount: Int, message: String)

  /// The codec library rejected the data; `message` comes from the library.
  case codec(message: String, offset: Int?)

  /// The image costs more than the caller allows.
  ///
  /// `found` is `allowed + 1` if counting ended there, or if only the fact that the limit is
  /// exceeded is known.
  case limitExceeded(limit: DecodingLimits.Limit, found: Int, allowed: Int)

  /// The memory for the image could not be allocated.
  case outOfMemory(byteCount: Int)

  /// The path leads to a file that is not regular, such as a folder or a FIFO.
  case notRegularFile(kind: String)

  /// A call to the operating system failed with `errno`.
  case io(operation: String, errno: Int32)

  /// The operation was cancelled.
  case cancelled
}

extension ImagingError {
  /// A stable identifier for programs; it does not change if the description is reworded.
  public var code: String {
    switch self {
    case .emptyInput: "emptyInput"
    case .unrecognizedFormat: "unrecognizedFormat"
    case .unsupportedFormat: "unsupportedFormat"
    case .unsupported: "unsupported"
    case .malformed: "malformed"
    case .truncated: "truncated"
    case .invalidSize: "invalidSize"
    case .damaged: "damaged"
    case .codec: "codec"
    case .limitExceeded: "limitExceeded"
    case .outOfMemory: "outOfMemory"
    case .notRegularFile: "notRegularFile"
    case .io: "io"
    case .cancelled: "cancelled"
    }
  }

  /// The offset at which the error was detected, from the start of the file; `nil` if it is not
  /// known.
  public var offset: Int? {
    switch self {
    case .unsupported(_, let offset), .malformed(_, let offset), .truncated(let offset),
      .invalidSize(_, _, let offset):
      offset
    case .codec(_, let offset):
      offset
    case .emptyInput, .unrecognizedFormat:
      0
    case .unsupportedFormat, .damaged, .limitExceeded, .outOfMemory, .notRegularFile, .io,
      .cancelled:
      nil
    }
  }
}

extension ImagingError: CustomStringConvertible {
  /// One plain-English sentence.
  public var description: String {
    switch self {
    case .emptyInput:
      "The file is empty."
    case .unrecognizedFormat(let found):
      "The file is not an image in a known format; it starts with \(hexadecimal(found))."
    case .unsupportedFormat(let name):
      "\(name) images are not supported; only JPEG and PNG are."
    case .unsupported(let feature, let offset):
      "The image uses \(feature) at byte \(offset), which is not supported."
    case .malformed(let what, let offset):
      "The image is malformed at byte \(offset): \(what)."
    case .truncated(let offset):
      "The image is truncated: it ends at byte \(offset), where more bytes are needed."
    case .invalidSize(let width, let height, let offset):
      "The image has the invalid size \(width) x \(height) at byte \(offset)."
    case .damaged(let warningCount, let message):
      "The image is damaged (\(warningCount) warning\(warningCount == 1 ? "" : "s")): \(message)."
    case .codec(let message, let offset):
      "The image cannot be decoded\(offset.map { " past byte \($0)" } ?? ""): \(message)."
    case .limitExceeded(let limit, let found, let allowed)
    where limit.isCountedNoFurther && found == allowed + 1:
      "The image needs more than the allowed \(allowed) \(limit.unit)."
    case .limitExceeded(let limit, let found, let allowed):
      "The image needs \(found) \(limit.unit); at most \(allowed) are allowed."
    case .outOfMemory(let byteCount):
      "The memory for the image cannot be allocated: \(byteCount) bytes."
    case .notRegularFile(let kind):
      "The path is a \(kind), not a regular file."
    case .io(let operation, let errno):
      "The call \(operation) failed: \(SystemError.message(of: errno))."
    case .cancelled:
      "The operation was cancelled."
    }
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    let words = bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return words.joined(separator: " ")
  }
}

extension DecodingLimits.Limit {
  /// Whether counting ends at the limit, so that the excess is not known.
  fileprivate var isCountedNoFurther: Bool {
    switch self {
    case .progressiveScans, .headerBytes, .decodeMemory: true
    case .pixelCount, .ancillaryBytes: false
    }
  }

  /// The unit of the limit, as a word in a sentence.
  fileprivate var unit: String {
    switch self {
    case .pixelCount: "pixels"
    case .decodeMemory: "bytes of memory"
    case .progressiveScans: "progressive scans"
    case .ancillaryBytes: "bytes in one ancillary chunk"
    case .headerBytes: "bytes for its header"
    }
  }
}
