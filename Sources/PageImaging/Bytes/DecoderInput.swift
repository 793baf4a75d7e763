// SPDX-License-Identifier: Apache-2.0

/// A source in the form in which a C decoder reads it, kept alive as long as the decoder.
///
/// Safe as a value: `bytes` are valid inside the call of `with(_:_:)` that made them.
@safe final class DecoderInput {
  /// The bytes, or nil when `descriptor` is to be read.
  let bytes: UnsafePointer<UInt8>?
  /// An open file, or -1.
  let descriptor: Int32
  let byteCount: Int
  /// The source, which keeps an open file alive.
  let source: ByteSource

  /// `bytes` are those of `source` when they are in memory, and outlive the input.
  init(_ source: ByteSource, bytes: UnsafePointer<UInt8>?) {
    self.source = source
    byteCount = source.byteCount
    unsafe self.bytes = bytes
    if case .file(let file) = source.storage {
      descriptor = file.rawValue
    } else {
      descriptor = -1
    }
  }

  /// Calls `body` with an input that is valid during the call only.
  static func with<Result>(
    _ source: ByteSource, _ body: (DecoderInput) throws(ImagingError) -> Result
  ) throws(ImagingError) -> Result {
    guard case .bytes(let bytes) = source.storage else {
      return try unsafe body(DecoderInput(source, bytes: nil))
    }
    return try unsafe bytes.withUnsafeBufferPointer { buffer throws(ImagingError) in
      try unsafe body(DecoderInput(source, bytes: buffer.baseAddress))
    }
  }
}
