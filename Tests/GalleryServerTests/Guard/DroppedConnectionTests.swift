// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import GalleryServer

/// A connection that a server has accepted, and drops because it ends.
struct DroppedConnectionTests {
  /// Otherwise the program would end when the connection becomes active.
  @Test func doesNotEndTheProgram() throws {
    let channel = EmbeddedChannel()
    let (limits, admission) = (ConnectionLimits(), ConnectionAdmission(limitPerAddress: 64))
    let guarded = GuardedHTTP1Channel(
      base: HTTP1Channel(responder: { _, _, _ in }), limits: limits, admission: admission)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let connection = ConnectionGuard(
      limits: limits, admission: admission, isEncrypted: false, now: channel.eventLoop.now,
      logger: logger)
    try channel.pipeline.syncOperations.addHandler(connection)
    _ = try guarded.setUp(channel, logger)

    channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 1), promise: nil)
    channel.embeddedEventLoop.run()
    #expect(channel.isActive)
    channel.close(promise: nil)
    channel.embeddedEventLoop.run()
    #expect(!channel.isActive)
  }
}
