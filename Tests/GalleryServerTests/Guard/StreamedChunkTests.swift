// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing

@testable import GalleryServer

/// Chunks that are written past the encoder, and the waiting for a client that reads slowly.
struct StreamedChunkTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test func aChunkIsSentWhileAResponseIs() throws {
    let client = try GuardedTestConnection()
    #expect(!client.connection.sendChunk(ByteBuffer(string: "early")))
    client.receive(Self.get)
    #expect(!client.connection.sendChunk(ByteBuffer(string: "early")))
    client.connection.beginResponse(isLast: false)
    client.send("head;")
    #expect(client.connection.sendChunk(ByteBuffer(string: "chunk;")))
    client.send("end;")
    client.connection.endResponse()
    #expect(!client.connection.sendChunk(ByteBuffer(string: "late")))
    #expect(client.sent == "head;chunk;end;")
    #expect(client.isOpen)
  }

  @Test func nothingIsQueuedForASlowClient() throws {
    let client = try GuardedTestConnection()
    client.receive(Self.get)
    client.connection.beginResponse(isLast: false)
    client.socket.isStuck = true
    #expect(client.connection.sendChunk(ByteBuffer(string: "1;")))
    #expect(!client.connection.sendChunk(ByteBuffer(string: "2;")))
    client.socket.takeOne()
    client.socket.isStuck = false
    #expect(client.connection.sendChunk(ByteBuffer(string: "3;")))
    client.send("4;")
    #expect(client.sent == "3;4;")
  }

  @Test func aClientThatTakesNoChunkIsDisconnected() throws {
    let client = try GuardedTestConnection()
    client.receive(Self.get)
    client.connection.beginResponse(isLast: false)
    client.socket.isStuck = true
    #expect(client.connection.sendChunk(ByteBuffer(string: "1;")))
    client.advance(.seconds(29))
    #expect(client.isOpen)
    client.advance(.seconds(1))
    #expect(!client.isOpen)
    #expect(client.admission.statistics.closed == [.stalledWrite: 1])
  }

  @Test(arguments: [false, true])
  func waitingEndsWithTheClientOrWithItsSlowness(isGone: Bool) throws {
    let client = try GuardedTestConnection()
    client.receive(Self.get)
    #expect(client.connection.whenTaken() == nil)
    client.socket.isStuck = true
    client.send("1;")
    client.send("2;")
    let waiting = WaitingEnd()
    client.connection.whenTaken()?.assumeIsolated().whenComplete { _ in waiting.isOver = true }
    client.socket.takeOne()
    #expect(!waiting.isOver)
    if isGone { client.channel.close(promise: nil) } else { client.socket.takeOne() }
    #expect(waiting.isOver)
    #expect(client.connection.whenTaken() == nil)
  }

  @Test func theEndOfAClientIsReported() throws {
    let client = try GuardedTestConnection()
    var count = 0
    client.connection.onEnd = { count += 1 }
    client.receive(Self.get)
    #expect(count == 0 && !client.connection.isEnding)
    client.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(count == 1 && client.connection.isEnding)
    client.channel.close(promise: nil)
    #expect(count == 2)
  }
}

/// Whether a waiting is over; used on one thread.
private final class WaitingEnd { var isOver = false }
