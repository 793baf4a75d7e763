// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore

/// A response.
struct Answer: Sendable {
  let status: Int
  let headers: HTTPFields
  let bytes: [UInt8]

  init(_ head: HTTPResponse, _ body: ByteBuffer) {
    status = head.status.code
    headers = head.headerFields
    bytes = Array(body.readableBytesView)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The body as a JSON object.
  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:]
  }

  /// The code of a problem document.
  var code: String? { json["code"] as? String }

  func list<Value>(_ key: String, of type: Value.Type = Value.self) -> [Value] {
    json[key] as? [Value] ?? []
  }
}
