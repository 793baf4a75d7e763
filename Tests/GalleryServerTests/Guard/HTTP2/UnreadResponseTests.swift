// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import PageStorage
import Testing

@testable import GalleryServer

/// A client of HTTP/2 that does not read what it requests.
struct UnreadResponseTests {
  private static func fields(_ path: String) -> [(String, String)] {
    [(":method", "GET"), (":scheme", "http"), (":path", path), (":authority", "localhost")]
  }

  /// The streams with a successful response.
  private static func made(_ connection: FramedConnection) -> [Int] {
    connection.statuses.filter { $0.value == ["200"] }.map(\.key)
  }

  /// Of a hundred large responses few are made until the client reads, and then all are.
  ///
  /// Connections of this machine are shared ones.
  @Test(arguments: ["/api/v1/documents", "/api/v1/documents/1"])
  func fewAreInMemory(path: String) async throws {
    try await ProgramTests.inFolder { folder in
      let metadata = ["note": String(repeating: "a", count: 200_000)]
      let store = try await PageStore.open(at: folder + "/store")
      _ = try await store.createDocument(title: "a", metadata: metadata)
      await store.close()
      let server = try ServerChild(
        ["--store", folder + "/store", "--http2-cleartext"], in: folder)
      defer { server.child.signal(SIGTERM) }
      try await FramedConnection.open(to: try await server.port()) { connection in
        let streams = (0..<100).map { 2 * $0 + 1 }
        try await connection.send(
          try streams.dropLast().map { try connection.client.header($0, Self.fields(path)) })
        try await connection.receive { $0.statuses.count >= ResponseTurns.sharedConnectionCount }
        // Responses that are short have no turns, and neither have those of other connections.
        let last = try #require(streams.last)
        try await connection.send([try connection.client.header(last, Self.fields("/version"))])
        try await connection.receive { $0.statuses[last] != nil }
        #expect(Self.made(connection).count == ResponseTurns.sharedConnectionCount + 1)
        let windows = [0] + streams
        try await connection.send(windows.map { .window($0, 0x7F00_0000) })
        try await connection.receive { connection in streams.allSatisfy(connection.hasEnded) }
        // On a slow machine some have waited for too long.
        let others = streams.filter { connection.statuses[$0] != ["200"] }
        #expect(others.allSatisfy { connection.statuses[$0] == ["503"] })
        let made = Self.made(connection).filter { $0 != last }
        #expect(made.count + others.count == streams.count - 1)
        #expect(made.allSatisfy { connection.text(of: $0).utf8.count > 200_000 })
      }
    }
  }
}
