// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// The size up to which JSON is sent as it is, in bytes.
  private static let shortByteCount = 1_000

  /// The size up to which JSON is encoded before it is sent, so that its length is known, in bytes.
  private static let heldByteCount = 256 << 10

  private static let compressibleTypes: Set<String> = [
    "application/json", "application/problem+json",
  ]

  /// Encodes JSON with gzip if it is long enough and the client accepts that.
  ///
  /// Entity tags stay as they are: they identify the state, which conditional changes need.
  mutating func compress(for request: HTTPRequest) async throws {
    guard let type = headers[.contentType], Self.compressibleTypes.contains(type) else { return }
    guard body.contentLength.map({ $0 > Self.shortByteCount }) ?? true else { return }
    headers[values: .vary].append("Accept-Encoding")
    guard let field = request.headerFields[.acceptEncoding], AcceptedCodings.includeGzip(field)
    else { return }
    headers[.contentEncoding] = "gzip"
    headers[.contentLength] = nil
    let content = body
    body = ResponseBody { writer in
      try await content.write(GzipBodyWriter(base: writer, encoder: try GzipEncoder()))
    }
    guard let length = content.contentLength, length <= Self.heldByteCount else { return }
    let whole = WholeBody()
    try await body.write(CollectingBodyWriter(whole: whole))
    body = ResponseBody(byteBuffer: whole.bytes)
  }
}

/// Encodes what passes to another writer.
private struct GzipBodyWriter: ResponseBodyWriter {
  var base: any ResponseBodyWriter
  let encoder: GzipEncoder

  @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
    let encoded = encoder.encode(buffer)
    if encoded.readableBytes > 0 { try await base.write(encoded) }
  }

  @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    try await base.write(encoder.encode(ByteBuffer(), isLast: true))
    try await base.finish(trailingHeaders)
  }
}

/// The bytes of a body; used by one task at a time.
private final class WholeBody {
  var bytes = ByteBuffer()
}

/// Collects a body.
private struct CollectingBodyWriter: ResponseBodyWriter {
  let whole: WholeBody

  mutating func write(_ buffer: ByteBuffer) async throws {
    whole.bytes.writeImmutableBuffer(buffer)
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
