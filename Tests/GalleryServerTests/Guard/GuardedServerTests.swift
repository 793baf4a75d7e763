// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOPosix
import Testing

@testable import GalleryServer

/// The guard in a server with real connections.
struct GuardedServerTests {
  private static let last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  @Test func closesSlowHeadersWhileItServesOthers() async throws {
    var limits = ConnectionLimits()
    limits.headerDuration = .seconds(15)
    try await run(limits) { port, _ in
      async let slow = Self.exchange("GET / HTTP/1.1\r\nHos", on: port)
      for _ in 0..<20 {
        #expect(try await Self.exchange(Self.last, on: port).hasPrefix("HTTP/1.1 200 "))
      }
      let received = try await slow

      #expect(received.hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test func closesAfterTheLastRequest() async throws {
    let connections = try await run(.patient) { port, _ in
      let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
      let last = "GET / HTTP/1.0\r\nHost: a\r\n\r\n"
      let received = try await Self.exchange(get + get + last + "\0", on: port)
      #expect(received.components(separatedBy: " 200 OK").count == 4)
    }

    #expect(connections.statistics.closed == [.lastResponse: 1])
    #expect(connections.statistics.open == 0)
  }

  @Test func rejectsAnUploadWithoutLosingTheResponse() async throws {
    try await run(.patient) { port, _ in
      let header = "POST /upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
      let received = try await Self.exchange(header + "1\r\nab", on: port)

      #expect(received.hasPrefix("HTTP/1.1 400 "))
      #expect(received.contains("malformedChunk"))
    }
  }

  @Test func passesLargeBodiesInBothDirections() async throws {
    try await run(.patient) { port, _ in
      let content = String(repeating: "0123456789", count: 500_000)
      let header = "POST /count HTTP/1.1\r\nHost: a\r\n"
      let chunked = header + "Transfer-Encoding: chunked\r\n\r\n"
      let sized = header + "Content-Length: 5000000\r\n\r\n"
      let last = "GET /medium HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      let received = try await Self.exchange(
        chunked + "4C4B40\r\n" + content + "\r\n0\r\n\r\n" + sized + content + last, on: port)

      let responses = received.components(separatedBy: "\r\n\r\n")
      try #require(responses.count == 4)
      #expect(responses[1].hasPrefix("5000000HTTP"))
      #expect(responses[2].hasPrefix("5000000HTTP"))
      #expect(responses[3].utf8.count == 5_000_000)
    }
  }

  @Test func readsBodiesInSmallPieces() async throws {
    try await run(.patient) { port, _ in
      let header =
        "POST /pieces HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 500000\r\n\r\n"
      let content = String(repeating: "x", count: 500_000)
      let received = try await Self.exchange(header + content, on: port)

      let byteCount = try #require(
        received.components(separatedBy: "\r\n\r\n").last.flatMap(Int.init))
      #expect(byteCount <= GuardedHTTP1Channel.readByteCount)
    }
  }

  @Test func readsLittleIntoASmallBuffer() async throws {
    try await run(.patient) { port, _ in
      let request =
        "POST /pieces HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello"
      let received = try await Self.exchange(request, on: port)

      #expect(received.hasSuffix("\r\n\r\n\(GuardedHTTP1Channel.firstReadByteCount)"))
    }
  }

  @Test func answersAClientThatHasEndedItsSide() async throws {
    let connections = try await run(.patient) { port, _ in
      let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
      let received = try await Self.exchange(get, on: port, ends: true)
      #expect(received.hasSuffix("hello"))
    }
    #expect(connections.statistics.open == 0)
  }

  @Test func endsTheConnectionAfterAnEarlyResponse() async throws {
    try await run(.patient) { port, _ in
      let header = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n"
      let content = String(repeating: "x", count: 500_000)
      let received = try await Self.exchange(header + content + Self.last, on: port)

      #expect(received.hasPrefix("HTTP/1.1 404 "))
      #expect(received.lowercased().contains("connection: close\r\n"))
      #expect(!received.contains("hello"))
    }
  }

  @Test func closesAClientThatDoesNotRead() async throws {
    var limits = ConnectionLimits()
    limits.writeStallDuration = .seconds(1)
    let connections = try await run(limits) { port, connections in
      let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelOption(.autoRead, value: false)
        .connect(host: "127.0.0.1", port: port).get()
      let get = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n"
      try await client.writeAndFlush(ByteBuffer(string: get))
      while connections.statistics.closed.isEmpty {
        try await Task.sleep(for: .milliseconds(10))
      }
      try? await client.close()
    }

    #expect(connections.statistics.closed == [.stalledWrite: 1])
  }

  @Test func acceptsFurtherConnectionsWhenOthersEnd() async throws {
    var limits = ConnectionLimits()
    limits.maximumConnectionCount = 1
    limits.headerDuration = .seconds(15)
    try await run(limits) { port, connections in
      async let silent = Self.exchange("G", on: port)
      async let served = Self.exchange(Self.last, on: port)
      let received = try await (silent, served)
      #expect(received.0.hasPrefix("HTTP/1.1 408 "))
      #expect(received.1.hasPrefix("HTTP/1.1 200 "))
      #expect(connections.statistics.pauses > 0)
    }
  }

  /// Runs a server whose port is passed to `body`, and returns its connections when it has ended.
  @discardableResult private func run(
    _ limits: ConnectionLimits, _ body: (Int, GuardedConnections) async throws -> Void
  ) async throws -> GuardedConnections {
    let connections = GuardedConnections(limits: limits)
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      router: router(), server: connections.server,
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: 0),
        availableConnectionsDelegate: connections.availability),
      onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) })
    let server = Task { try await application.run() }
    defer { server.cancel() }
    let port = try #require(await ports.first { _ in true })
    try await body(port, connections)
    server.cancel()
    _ = await server.result
    return connections
  }

  private func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.get("/") { _, _ in "hello" }
    router.post("/upload") { request, _ in
      for try await _ in request.body {}
      return "uploaded"
    }
    router.post("/count") { request, _ in
      var count = 0
      for try await buffer in request.body { count += buffer.readableBytes }
      return "\(count)"
    }
    router.post("/pieces") { request, _ in
      var byteCount = 0
      for try await buffer in request.body { byteCount = max(byteCount, buffer.storageCapacity) }
      return "\(byteCount)"
    }
    router.get("/medium") { _, _ in ByteBuffer(repeating: 0x30, count: 5_000_000) }
    router.get("/large") { _, _ in ByteBuffer(repeating: 0, count: 64 << 20) }
    return router
  }

  /// Sends a text, and returns everything that arrives until the server closes the connection.
  private static func exchange(
    _ text: String, on port: Int, ends: Bool = false
  ) async throws -> String {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: text))
      if ends { outbound.finish() }
      var received = ""
      for try await buffer in inbound { received += String(buffer: buffer) }
      return received
    }
  }
}
