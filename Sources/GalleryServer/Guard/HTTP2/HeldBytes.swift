// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The bytes of a connection of HTTP/2 that wait until fewer streams do.
///
/// At most what was read at once waits: the connection is not read meanwhile.
struct HeldBytes {
  private var bytes = ByteBuffer()

  /// Whether a read was requested meanwhile.
  var isReadWanted = false

  var isEmpty: Bool { bytes.readableBytes == 0 }

  mutating func add(_ new: ByteBuffer) {
    var new = new
    if isEmpty { bytes = new } else { bytes.writeBuffer(&new) }
  }

  /// Takes bytes that begin at most some 150 streams: a request and its end may have 26 bytes.
  mutating func takePart(whileOthersWait isWaiting: Bool) -> ByteBuffer? {
    guard !isEmpty else { return nil }
    return bytes.readSlice(length: min(bytes.readableBytes, isWaiting ? 1 << 10 : 4 << 10))
  }

  mutating func removeAll() { bytes = ByteBuffer() }
}
