// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing

@testable import GalleryServer

/// Connections that may speak either protocol.
struct ProtocolSelectionTests {
  /// A client that connects and closes, as a check of a load balancer does, leaves nothing behind.
  @Test(arguments: ["", "P", "PRI * HTTP/2.0\r\n"])
  func closesWithItsClient(text: String) throws {
    var selected: [Bool?] = []
    let channel = EmbeddedChannel(
      handler: ProtocolSelection(isEncrypted: false) { selected.append($0) })
    try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
    if !text.isEmpty { try channel.writeInbound(ByteBuffer(string: text)) }
    #expect(channel.isActive && selected.isEmpty)
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(!channel.isActive && selected == [nil])
    _ = try channel.finish(acceptAlreadyClosed: true)
  }

  @Test func aDecidedConnectionStaysOpen() throws {
    var selected: [Bool?] = []
    let channel = EmbeddedChannel(
      handler: ProtocolSelection(isEncrypted: false) { selected.append($0) })
    try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
    try channel.writeInbound(ByteBuffer(string: "G"))
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(channel.isActive && selected == [false])
    _ = try channel.finish()
  }
}
