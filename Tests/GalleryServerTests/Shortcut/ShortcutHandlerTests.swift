// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GalleryTestSupport
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// The shortcut in a channel without a network.
@Suite(.knowsPagesForLong) struct ShortcutHandlerTests {
  /// A page whose thumbnails are in memory, and a channel of a stream.
  private func withStream(
    pixels: Int = 40, _ body: @Sendable (EmbeddedChannel, HTTPRequest) throws -> Void
  ) async throws {
    try await TestServer.run(store: { $0.thumbnailMemoryByteCount = 1 << 20 }) { server in
      let document = try await server.document()
      let image = TestImage.jpeg(1, width: pixels, height: pixels)
      let id = try await server.store.append(.bytes(image), to: document).id
      _ = try await server.store.thumbnail(of: id, style: ThumbnailLadder.e1280.style)
      let key = try await server.store.page(id).key
      let shortcut = ThumbnailShortcut(GalleryServer(store: server.store))
      let handler = ShortcutHandler(shortcut, logger: Logger(label: "test"))
      try body(
        EmbeddedChannel(handler: handler),
        HTTPRequest(
          method: .get, scheme: "http", authority: "localhost",
          path: "/t/\(id.rawValue)/\(key)/e1280.jpg"))
    }
  }

  /// Sends a request, which is answered or passed on.
  private func expect(
    _ isExpected: Bool, _ request: HTTPRequest, on channel: EmbeddedChannel
  ) throws {
    try channel.writeInbound(HTTPRequestPart.head(request))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    let isAnswered = try channel.readOutbound(as: HTTPResponsePart.self) != nil
    let isPassedOn = try channel.readInbound(as: HTTPRequestPart.self) != nil
    #expect(isAnswered == isExpected && isPassedOn != isExpected)
  }

  @Test func smallThumbnailsAreAnsweredOnAStream() async throws {
    try await withStream { channel, request in
      try expect(true, request, on: channel)
    }
  }

  /// HTTP/2 does not need a length that announces it.
  @Test func contentOfARequestIsIgnored() async throws {
    try await withStream { channel, request in
      try channel.writeInbound(HTTPRequestPart.head(request))
      try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "content")))
      try channel.writeInbound(HTTPRequestPart.end(nil))
      #expect(try channel.readInbound(as: HTTPRequestPart.self) == nil)
      #expect(try channel.readOutbound(as: HTTPResponsePart.self) != nil)
    }
  }

  @Test func largeOnesAreNot() async throws {
    try await withStream(pixels: 400) { channel, request in
      try expect(false, request, on: channel)
    }
  }

  @Test func aClientThatTakesNothingIsLeftToTheServer() async throws {
    try await withStream { channel, request in
      channel.isWritable = false
      try expect(false, request, on: channel)
      // Also later ones, until the server has answered that one.
      channel.isWritable = true
      try expect(false, request, on: channel)
    }
  }

  @Test func targetsWithAnotherAuthorityAreLeftToTheRoutes() async throws {
    try await withStream { channel, request in
      var replaced = request
      replaced.headerFields[.replacedHost] = "elsewhere.example"
      try expect(false, replaced, on: channel)
    }
    try await withStream { channel, request in
      var other = request
      other.authority = "user@localhost"
      try expect(false, other, on: channel)
    }
  }
}
