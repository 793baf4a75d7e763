// SPDX-License-Identifier: Apache-2.0

extension RequestFraming {
  /// The digits of the largest size of a chunk: below 2^60.
  private static let maximumChunkDigits = 15

  /// Reads one byte of the framing of a chunk.
  mutating func stepChunk(_ byte: UInt8) throws(FramingError) {
    switch state {
    case .chunkSize: try stepChunkSize(byte)
    case .chunkExtension: try stepExtension(byte)
    case .chunkSizeEnd:
      try expectLineFeed(byte)
      state = message.chunkSize == 0 ? .lineStart : .chunk(message.chunkSize)
      message.chunkSize = 0
      message.chunkDigitCount = 0
    case .chunkEnd:
      guard byte == .carriageReturn else { throw .malformedChunk }
      state = .chunkLineEnd
    default:
      try expectLineFeed(byte)
      state = .chunkSize
    }
  }

  private mutating func stepChunkSize(_ byte: UInt8) throws(FramingError) {
    if let digit = byte.hexadecimalValue {
      message.chunkDigitCount += 1
      guard message.chunkDigitCount <= Self.maximumChunkDigits else { throw .malformedChunk }
      message.chunkSize = message.chunkSize << 4 | digit
      return
    }
    guard message.chunkDigitCount > 0 else { throw .malformedChunk }
    switch byte {
    case .carriageReturn: state = .chunkSizeEnd
    case UInt8(ascii: ";"): try stepExtension(byte)
    default: throw byte == .lineFeed ? .bareLineEnd : .malformedChunk
    }
  }

  /// Reads one byte of extensions, which count together for the whole body: many small ones cost as
  /// much as a large one.
  private mutating func stepExtension(_ byte: UInt8) throws(FramingError) {
    guard byte != .carriageReturn else { return state = .chunkSizeEnd }
    guard byte != .lineFeed else { throw .bareLineEnd }
    guard byte != 0 else { throw .nul }
    guard byte == .tab || !byte.isControl else { throw .controlCharacter }
    message.extensionByteCount += 1
    guard message.extensionByteCount <= limits.chunkExtensionByteCount else {
      throw .longChunkExtensions
    }
    state = .chunkExtension
  }
}
