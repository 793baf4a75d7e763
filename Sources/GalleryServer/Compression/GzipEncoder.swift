// SPDX-License-Identifier: Apache-2.0

import CGalleryGzip
import NIOCore

/// The encoder of one gzip stream; used by one task at a time.
final class GzipEncoder {
  /// The size of the pieces in which the output grows, in bytes.
  private static let pieceByteCount = 16 << 10

  private let stream: OpaquePointer

  /// Creates an encoder.
  ///
  /// - Throws: `Problem` without memory for it.
  init() throws(Problem) {
    guard let stream = cgallery_gzip_create() else {
      throw Problem(.internalError, "There is no memory to encode the response.")
    }
    self.stream = stream
  }

  deinit { cgallery_gzip_destroy(stream) }

  /// Encodes the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - isLast: Whether nothing follows them.
  /// - Returns: What can be written of the stream so far; it may be empty.
  func encode(_ bytes: ByteBuffer, isLast: Bool = false) -> ByteBuffer {
    var output = ByteBuffer()
    bytes.withUnsafeReadableBytes { input in
      cgallery_gzip_feed(
        stream, input.baseAddress?.assumingMemoryBound(to: UInt8.self), input.count, isLast)
      while read(into: &output) == Self.pieceByteCount {}
    }
    return output
  }

  private func read(into output: inout ByteBuffer) -> Int {
    output.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.pieceByteCount) { piece in
      guard let start = piece.baseAddress else { return 0 }
      return cgallery_gzip_read(
        stream, start.assumingMemoryBound(to: UInt8.self), Self.pieceByteCount)
    }
  }
}
