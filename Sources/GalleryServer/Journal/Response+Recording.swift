// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// The size of a body from which on its end is recorded when it was sent, in bytes.
  ///
  /// Shorter ones fit into the buffers of the system, and are in memory already unless their operation
  /// streams them.
  private static let longBodyByteCount = 256 << 10

  /// Ends a record with the response: at once, or when a long or streamed body was sent.
  mutating func end(_ record: RequestRecord) {
    let status = status
    let limit = record.isStreamed ? 1 : Self.longBodyByteCount
    if let length = body.contentLength, length < limit {
      return record.end(status: status, byteCount: length)
    }
    record.setStatus(status)
    let content = body
    body = ResponseBody(contentLength: content.contentLength) { writer in
      let counter = BodyCounter(record: record, status: status)
      defer { counter.end(isComplete: false) }
      try await content.write(CountingBodyWriter(base: writer, counter: counter))
      counter.end(isComplete: true)
    }
  }
}

/// The number of bytes of a body that were sent; used by one task at a time.
private final class BodyCounter {
  var byteCount = 0
  private let record: RequestRecord
  private let status: HTTPResponse.Status

  init(record: RequestRecord, status: HTTPResponse.Status) {
    (self.record, self.status) = (record, status)
  }

  func end(isComplete: Bool) {
    record.end(status: status, byteCount: byteCount, isComplete: isComplete)
  }
}

/// Counts what passes to another writer.
private struct CountingBodyWriter: ResponseBodyWriter {
  /// The size of a piece from which on the next one waits for the connection, in bytes.
  private static let longPieceByteCount = 8 << 10

  var base: any ResponseBodyWriter
  let counter: BodyCounter

  @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
    try await base.write(buffer)
    counter.byteCount += buffer.readableBytes
    if buffer.readableBytes >= Self.longPieceByteCount { await CurrentConnection.value.catchUp() }
  }

  @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    try await base.finish(trailingHeaders)
  }
}
