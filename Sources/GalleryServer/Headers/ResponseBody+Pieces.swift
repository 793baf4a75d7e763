// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

extension ResponseBody {
  /// The size of the pieces of a body that other responses share, in bytes: a frame of HTTP/2.
  static let pieceByteCount = 16 << 10

  /// Creates a body from bytes that other responses have as well, such as those of a thumbnail in memory.
  ///
  /// They are copied piece by piece, when the connection has taken the previous one: a client that reads
  /// a hundred streams slowly would otherwise keep a hundred copies.
  ///
  /// - Parameter bytes: The bytes.
  init(sharing bytes: [UInt8]) {
    guard bytes.count > Self.pieceByteCount else {
      self.init(byteBuffer: ByteBuffer(bytes: bytes))
      return
    }
    self.init(contentLength: bytes.count) { writer in
      for start in stride(from: 0, to: bytes.count, by: Self.pieceByteCount) {
        if start > 0 { await CurrentConnection.value.catchUp() }
        let end = min(start + Self.pieceByteCount, bytes.count)
        try await writer.write(ByteBuffer(bytes: bytes[start..<end]))
      }
      try await writer.finish(nil)
    }
  }
}
