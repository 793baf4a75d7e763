// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import Hummingbird
import NIOCore
import PageStorage
import Synchronization
import Testing

@testable import GalleryServer

struct ResponseBodyPiecesTests {
  /// Returns the pieces that a body writes, and how often it waits for the connection.
  private func pieces(of body: ResponseBody) async throws -> (pieces: [[UInt8]], waitCount: Int) {
    let pieces = Pieces()
    let waits = Atomic(0)
    let connection = CurrentConnection(
      invite: {}, catchUp: { waits.add(1, ordering: .relaxed) })
    try await CurrentConnection.$value.withValue(connection) {
      try await body.write(PieceWriter(pieces: pieces))
    }
    return (pieces.all.withLock(\.self), waits.load(ordering: .relaxed))
  }

  @Test(arguments: [0, 1, 16_384, 16_385, 32_768, 100_000])
  func sharedBytesAreWrittenInPieces(count: Int) async throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let body = ResponseBody(sharing: bytes)
    #expect(body.contentLength == count)
    let (pieces, waitCount) = try await pieces(of: body)
    #expect(pieces.flatMap(\.self) == bytes)
    #expect(pieces.allSatisfy { $0.count <= ResponseBody.pieceByteCount })
    #expect(waitCount == max(pieces.count - 1, 0))
  }

  @Test func thumbnailsAreWrittenInPieces() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let page = try await server.store.append(.bytes(TestImage.jpeg(1)), to: document)
      let path = "/t/\(page.id.rawValue)/\(page.key)/e2560.jpg"
      let answer = try await server.get(path)
      let style = ThumbnailLadder.e2560.style
      let thumbnail = try await server.store.thumbnail(of: page.id, style: style)
      #expect(answer.bytes == thumbnail.bytes)
    }
  }
}

private final class Pieces: Sendable {
  let all = Mutex<[[UInt8]]>([])
}

/// Keeps the pieces of a body.
private struct PieceWriter: ResponseBodyWriter {
  let pieces: Pieces

  mutating func write(_ buffer: ByteBuffer) async throws {
    pieces.all.withLock { $0.append(Array(buffer.readableBytesView)) }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
