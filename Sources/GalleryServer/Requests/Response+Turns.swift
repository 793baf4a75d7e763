// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// The size of a body up to which its turn ends when it is made, in bytes.
  private static let shortBodyByteCount = 64 << 10

  /// Keeps the turn of the response until its connection has taken the body.
  mutating func keep(_ turn: ResponseTurns.Turn) {
    if let length = body.contentLength, length <= Self.shortBodyByteCount { return }
    let content = body
    body = ResponseBody(contentLength: content.contentLength) { writer in
      defer { withExtendedLifetime(turn) {} }
      try await content.write(PieceBodyWriter(base: writer))
    }
  }
}

/// Copies a body into pieces, each of which waits until the connection has taken the previous one.
///
/// A part of a buffer would keep all of its memory.
private struct PieceBodyWriter: ResponseBodyWriter {
  var base: any ResponseBodyWriter

  @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
    var rest = buffer
    while let piece = rest.readBytes(
      length: min(rest.readableBytes, ResponseBody.pieceByteCount)), !piece.isEmpty
    {
      try await base.write(ByteBuffer(bytes: piece))
      await CurrentConnection.value.catchUp()
    }
  }

  @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    try await base.finish(trailingHeaders)
  }
}
