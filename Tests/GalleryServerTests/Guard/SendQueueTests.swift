// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@testable import GalleryServer

/// What the system tells of bytes that the other side has not taken.
struct SendQueueTests {
  @Test func countsWhatTheOtherSideDoesNotRead() async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let server = try await ServerBootstrap(group: group)
      .childChannelOption(.autoRead, value: false)
      .bind(host: "127.0.0.1", port: 0).get()
    let address = try #require(server.localAddress)
    let client = try await ClientBootstrap(group: group).connect(to: address).get()
    #expect(try await count(of: client) == 0)
    client.writeAndFlush(ByteBuffer(repeating: 0, count: 64 << 20), promise: nil)
    while try await count(of: client) == 0 { try await Task.sleep(for: .milliseconds(10)) }
    try? await client.close()
    try await server.close()
  }

  private func count(of channel: any Channel) async throws -> Int? {
    try await channel.eventLoop.submit { SendQueue.byteCount(of: channel) }.get()
  }

  @Test func isUnknownWithoutASocket() {
    #expect(SendQueue.byteCount(of: EmbeddedChannel()) == nil)
  }
}
