// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import PageGallery

extension StoreRoutes {
  /// Returns the original bytes of a page, or a part of them.
  @Sendable func original(_ request: Request, _ context: Context) async throws -> Response {
    let page = try context.parameters.require("page", as: PageID.self)
    let original = try await store.original(of: page)
    let tag = "\"\(original.digest)\""
    var headers = pictureHeaders(original.format?.mediaType, tag: tag)
    headers[.acceptRanges] = "bytes"
    if request.knows(tag) { return Response(status: .notModified, headers: headers) }

    let whole = 0..<original.byteCount
    let range = request.byteRange(of: whole.count, tag: tag)
    guard range != .some(nil) else {
      headers[.contentRange] = "bytes */\(whole.count)"
      return Response(status: .rangeNotSatisfiable, headers: headers)
    }
    if let part = range ?? nil {
      headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(whole.count)"
    }
    let bytes = original.bytes(in: range ?? whole)
    let body = ResponseBody(contentLength: bytes.byteCount) { writer in
      for try await piece in bytes { try await writer.write(ByteBuffer(bytes: piece)) }
      try await writer.finish(nil)
    }
    return Response(status: range == nil ? .ok : .partialContent, headers: headers, body: body)
  }

  /// Returns a thumbnail of a page, unless the client has the current one.
  @Sendable func thumbnail(_ request: Request, _ context: Context) async throws -> Response {
    let id = try context.parameters.require("page", as: PageID.self)
    let height = request.uri.queryParameters.get("height", as: Int.self) ?? 132
    guard (1...1024).contains(height) else {
      throw HTTPError(.badRequest, message: "A height is 1 to 1024 pixels.")
    }
    let style = ThumbnailStyle.strip(height: height)
    var tag = try await store.page(id).entityTag(for: style)
    while !request.knows(tag) {
      let thumbnail = try await store.thumbnail(of: id, style: style)
      let tagNow = try await store.page(id).entityTag(for: style)
      if tag == tagNow {
        let headers = pictureHeaders(style.encoding.format.mediaType, tag: tag)
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: thumbnail.bytes))
        return Response(status: .ok, headers: headers, body: body)
      }
      tag = tagNow  // the page was rotated or replaced meanwhile
    }
    return Response(status: .notModified, headers: pictureHeaders(nil, tag: tag))
  }

  private func pictureHeaders(_ mediaType: String?, tag: String) -> HTTPFields {
    [
      .contentType: mediaType ?? "application/octet-stream", .eTag: tag,
      // The client revalidates its thumbnail and mostly gets 304 without the bytes.
      .cacheControl: "private, no-cache",
      // Browsers must not guess the type of untrusted bytes.
      .xContentTypeOptions: "nosniff",
    ]
  }
}

extension Request {
  /// Whether the client has the content of a tag (RFC 9110, 13.1.2).
  func knows(_ tag: String) -> Bool {
    guard let tags = headers[.ifNoneMatch] else { return false }
    let known = tags.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) }
    return known.contains { $0 == "*" || $0.trimmingPrefix("W/").prefix(tag.count) == tag }
  }

  /// Returns the requested byte range (RFC 9110, 14.2): `nil` for the whole content, `.some(nil)`
  /// for an unsatisfiable range.
  ///
  /// A request for several ranges, or for a range of another version, gets the whole content.
  func byteRange(of count: Int, tag: String) -> Range<Int>?? {
    guard let field = headers[.range], field.hasPrefix("bytes="), !field.contains(",") else {
      return nil
    }
    if let condition = headers[.ifRange], condition != tag { return nil }
    let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (Int(ends[0]), Int(ends[1])) {
    case (let first?, let last?) where first <= last:
      return .some(first < count ? first..<min(last, count - 1) + 1 : nil)
    case (let first?, nil) where ends[1].isEmpty: return .some(first < count ? first..<count : nil)
    case (nil, let length?) where ends[0].isEmpty:
      return .some(length > 0 && count > 0 ? max(0, count - length)..<count : nil)
    default: return nil
    }
  }
}
