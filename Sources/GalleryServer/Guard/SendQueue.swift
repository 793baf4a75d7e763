// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore

/// What the system has taken of a connection's writes, and the client has not.
enum SendQueue {
  /// Returns the number of these bytes, `nil` if the channel is no socket.
  static func byteCount(of channel: any Channel) -> Int? {
    let count = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
      of: NIOBSDSocket.Handle.self
    ) { socket -> Int? in
      var count: Int32 = 0
      return ioctl(socket, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : nil
    }
    return count ?? nil
  }
}
