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

  /// Returns whether content of a media type is encoded.
  static func isCompressible(_ mediaType: String) -> Bool { compressibleTypes.contains(mediaType) }

  /// Encodes JSON with gzip if it is long enough and the client accepts that.
  ///
  /// The tag of such content is another one, see ``CodedTag``. That of a response to a change is not the tag of its
  /// body, and stays as it is.
  mutating func compress(for request: HTTPRequest) async throws {
    guard let type = headers[.contentType], Self.isCompressible(type) else { return }
    guard body.contentLength.map({ $0 > Self.shortByteCount }) ?? true else { return }
    headers[values: .vary].append("Accept-Encoding")
    guard request.acceptsGzip else { return }
    headers[.contentEncoding] = "gzip"
    headers[.contentLength] = nil
    if status == .ok, request.method == .get || request.method == .head {
      headers[.eTag] = headers[.eTag].map(CodedTag.text)
    }
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

extension HTTPRequest {
  /// Whether the client accepts content with gzip.
  var acceptsGzip: Bool { headerFields[.acceptEncoding].map(AcceptedCodings.includeGzip) ?? false }
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
