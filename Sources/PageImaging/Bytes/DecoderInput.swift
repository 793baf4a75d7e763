// SPDX-License-Identifier: Apache-2.0

/// The input of a C decoder: the bytes of a source, or a file descriptor.
///
/// `@safe` because `bytes` are valid during the call of `with(_:_:)` that created the input.
@safe final class DecoderInput {
  /// The bytes; `nil` if the decoder must read `descriptor`.
  let bytes: UnsafePointer<UInt8>?
  /// The descriptor of an open file, or -1.
  let descriptor: Int32
  let byteCount: Int
  /// The source, which keeps an open file alive.
  let source: ByteSource

  /// Creates an input; `bytes` are those of a `source` in memory, and must outlive the input.
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

  /// Calls `body` with an input that is valid only during the call.
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
