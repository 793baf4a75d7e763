// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PageImaging
import PageStorage

/// The operation that returns the bytes of a page as received.
struct OriginalOperations: Sendable {
  let store: PageStore

  var operations: [Operation] {
    [.get("/api/v1/pages/{page}/original", query: ["inline"], original).streamed()]
  }

  @Sendable private func original(_ call: Call) async throws -> Response {
    let page = try call.page()
    let isInline = try call.query.flag("inline")
    let original = try await store.original(of: page)
    let tag = "\"sha256:\(original.digest)\""
    if let expected = try call.tags(.ifMatch), !expected.matchesStrongly({ $0 == tag }) {
      throw Problem(.conflict, "The page has another original.", headers: [.eTag: tag])
    }
    return try await call.respond(tag: tag, policy: .revalidated) {
      var fields = await contentFields(of: original, page, isInline: isInline)
      // Ranges are defined for GET only (RFC 9110, 14.2).
      let header = call.request.method == .get ? call.request.headers[.range] : nil
      let range = ByteRange(
        header, if: call.request.headers[.ifRange],
        of: original.byteCount, tag: tag)
      switch range {
      case .whole: return response(.ok, original, 0..<original.byteCount, fields, call)
      case .part(let part):
        // The piece does not tell whether it was altered.
        try await original.verify()
        let last = part.upperBound - 1
        fields[.contentRange] = "bytes \(part.lowerBound)-\(last)/\(original.byteCount)"
        return response(.partialContent, original, part, fields, call)
      case .unsatisfiable:
        throw Problem(
          .rangeNotSatisfiable, "The content has \(original.byteCount) bytes.",
          facts: ["found": original.byteCount],
          headers: [.contentRange: "bytes */\(original.byteCount)"])
      }
    }
  }

  /// The bytes that are read at a time; one piece waits for a client that reads slowly.
  private static let pieceByteCount = 32 << 10

  private func response(
    _ status: HTTPResponse.Status, _ original: OriginalReader, _ range: Range<Int>,
    _ fields: HTTPFields, _ call: Call
  ) -> Response {
    let bytes = original.bytes(in: range, pieceByteCount: Self.pieceByteCount)
    let body = ResponseBody(contentLength: bytes.byteCount) { writer in
      do {
        var pieces = bytes.makeAsyncIterator()
        // While it waits, it keeps only one copy of the piece.
        while let buffer = try await pieces.next().map({ ByteBuffer(bytes: $0) }) {
          try await writer.write(buffer)
        }
      } catch let error as PageStoreError {
        // The connection ends without the last piece, so that the client notices.
        call.logger.error("an original cannot be read: \(error)")
        throw error
      }
      try await writer.finish(nil)
    }
    return Response(status: status, headers: fields, body: body)
  }

  private static func fileExtension(of format: ImageFormat) -> String {
    switch format {
    case .jpeg: ".jpg"
    case .png: ".png"
    }
  }

  private func contentFields(
    of original: OriginalReader, _ page: PageID, isInline: Bool
  ) async -> HTTPFields {
    let format = original.format
    let name = try? await store.metadata(of: page).exportName
    let fallback = "page-\(page.rawValue)" + (format.map(Self.fileExtension(of:)) ?? "")
    return [
      .contentType: format?.mediaType ?? "application/octet-stream",
      .acceptRanges: "bytes",
      // What is not an image is never shown.
      .contentDisposition: ContentDisposition.value(
        isInline: isInline && format != nil, name: name ?? fallback),
      .contentSecurityPolicy: ContentSecurity.userContent,
    ]
  }
}
