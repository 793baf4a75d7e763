// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// A response with a value as JSON.
  static func json(
    _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:],
    mediaType: String = "application/json"
  ) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var fields = headers
    fields[.contentType] = mediaType
    let bytes = try encoder.encode(value)
    return Response(
      status: status, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// A response with JSON whose validator is a hash of its bytes.
  static func hashedJSON(_ value: some Encodable, for call: Call) async throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes = try encoder.encode(value)
    let tag = "\"\(HashText.of(bytes))\""
    return try await call.respond(tag: tag, policy: .revalidated, isCompressible: true) {
      Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
  }

  /// A response with a page of the server.
  static func html(
    _ text: HTMLText, status: HTTPResponse.Status = .ok, policy: CachePolicy = .html
  ) -> Response {
    let headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: policy.rawValue,
      .contentSecurityPolicy: ContentSecurity.page,
      // With no-referrer, browsers would send the origin of a form as null.
      .referrerPolicy: "same-origin",
    ]
    let body = ResponseBody(byteBuffer: ByteBuffer(string: text.markup))
    return Response(status: status, headers: headers, body: body)
  }
}

/// A short text that identifies bytes, for entity tags.
enum HashText {
  /// Returns the first 128 bits of a SHA-256, as 32 hexadecimal digits.
  static func of(_ bytes: some DataProtocol) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = SHA256.hash(data: bytes).prefix(16).flatMap {
      [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
