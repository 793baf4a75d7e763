// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A connection on which a test sends any bytes.
enum RawConnection {
  /// Sends a text, and passes everything received so far to a closure whenever more arrives, until it
  /// returns `true` or the server closes the connection.
  static func follow(
    _ text: String, to port: Int, _ isEnough: (String) async throws -> Bool
  ) async throws {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: text))
      var received = ""
      for try await buffer in inbound {
        received += String(buffer: buffer)
        if try await isEnough(received) { break }
      }
    }
  }

  /// Sends a text, and returns what arrives until the answer has a header and some of its content.
  static func send(_ text: String, to port: Int) async throws -> String {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: text))
      var received = ""
      for try await buffer in inbound {
        received += String(buffer: buffer)
        if received.split(separator: "\r\n\r\n").count > 1 { break }
      }
      return received
    }
  }
}
