// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import NIOCore
import NIOEmbedded
import PageStorage
import Synchronization
import Testing

@testable import GalleryServer

/// Events that are sent without the task of their stream.
struct EventOutletTests {
  private static func point(_ revision: Int) -> DocumentPoint {
    DocumentPoint(revision: revision, description: DocumentEvents.Description(title: "Lease"))
  }

  private static func step(_ start: Int, _ end: Int) throws -> DocumentStep {
    let events = try (start..<end).map {
      try ServerSentEvent(.change, revision: $0 + 1, DocumentEvents.State(revision: $0 + 1))
    }
    return DocumentStep(from: point(start), to: point(end), events)
  }

  private static func client() throws -> GuardedTestConnection {
    let client = try GuardedTestConnection()
    client.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    client.connection.beginResponse(isLast: false)
    return client
  }

  @Test func sendsWhatFollowsTheStateOfTheClient() throws {
    let client = try Self.client()
    let outlet = EventOutlet(client.connection, on: client.channel.eventLoop)
    #expect(try !outlet.send(Self.step(1, 2)), "it is not open")
    outlet.open(at: Self.point(1))
    client.channel.embeddedEventLoop.run()
    #expect(try outlet.send(Self.step(1, 3)))
    #expect(try outlet.send(Self.step(2, 3)), "the client knows the end")
    #expect(try !outlet.send(Self.step(2, 4)), "only the log tells what is between")
    #expect(try outlet.send(Self.step(3, 4)))
    #expect(outlet.sendBeat())
    client.send("")
    let ids = client.sent.split(separator: "id: ").dropFirst().map { $0.prefix { $0 != "\n" } }
    #expect(ids == ["2", "3", "4"])
    #expect(client.sent.hasPrefix("54\r\nid: 2\nevent: change\ndata: {\"revision\":2}\n\nid: 3\n"))
    #expect(client.sent.hasSuffix("\n\n\r\n3\r\n:\n\n\r\n"))
  }

  @Test func aSlowClientWakesTheTask() throws {
    let client = try Self.client()
    let outlet = EventOutlet(client.connection, on: client.channel.eventLoop)
    outlet.open(at: Self.point(1))
    client.channel.embeddedEventLoop.run()
    client.socket.isStuck = true
    #expect(try outlet.send(Self.step(1, 2)))
    #expect(try !outlet.send(Self.step(2, 3)) && !outlet.sendBeat())
    client.socket.takeOne()
    #expect(try outlet.send(Self.step(2, 3)))
  }

  @Test func aClientWithoutAccessGetsNothing() throws {
    let client = try Self.client()
    let access = Access()
    let outlet = EventOutlet(client.connection, on: client.channel.eventLoop) {
      access.isGranted.withLock(\.self)
    }
    outlet.open(at: Self.point(1))
    client.channel.embeddedEventLoop.run()
    #expect(try outlet.send(Self.step(1, 2)))
    access.isGranted.withLock { $0 = false }
    #expect(try !outlet.send(Self.step(2, 3)) && !outlet.sendBeat())
  }

  private final class Access: Sendable { let isGranted = Mutex(true) }

  /// Only the tasks of streams that cannot be served at once are woken.
  @Test func theHubWakesNoTaskOfAStreamThatIsUpToDate() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = PageID(try await server.ids(of: document)[0])
      let hub = EventHub(store: server.store, origins: ChangeOrigins())
      let channel = NIOAsyncTestingChannel()
      let outlet = try await channel.testingEventLoop.executeInContext {
        let admission = ConnectionAdmission(limitPerAddress: nil)
        let connection = ConnectionGuard(
          limits: ConnectionLimits(), admission: admission, now: channel.eventLoop.now)
        try channel.pipeline.syncOperations.addHandler(connection)
        channel.pipeline.fireChannelActive()
        connection.beginResponse(isLast: false)
        return EventOutlet(connection, on: channel.eventLoop)
      }
      let (prompt, late) = (EventSignals(), EventSignals())
      let version = try await server.store.version()
      let listener = EventListener(signals: prompt, document: document, outlet: outlet)
      let id = hub.join(listener, from: version)
      let other = hub.join(EventListener(signals: late, document: document), from: version)
      let portion = try await hub.portion(of: document, after: 1)
      outlet.open(at: portion.point)
      try await server.store.rotate(page, by: .clockwise)
      let sent = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
      #expect(String(buffer: sent).contains("id: 2\nevent: change\n"))
      var wakes = late.wakes.makeAsyncIterator()
      await wakes.next()
      #expect(late.take().hasChanges && !prompt.take().hasChanges)
      #expect(await outlet.close() == DocumentPoint(revision: 2, description: portion.description))
      #expect(await outlet.end() == String(buffer: sent).utf8.count - "xx\r\n\r\n".utf8.count)
      hub.leave(id)
      hub.leave(other)
      _ = try? await channel.finish()
    }
  }
}
