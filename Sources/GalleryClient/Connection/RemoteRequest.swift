// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1

/// A request to a server.
struct RemoteRequest: Sendable {
  var method: HTTPMethod
  /// The path and query, after the URL of the server.
  var target: String
  var fields: HTTPHeaders = [:]
  var body: HTTPClientRequest.Body?

  static func get(_ target: String, accept: String = "application/json") -> Self {
    Self(method: .GET, target: target, fields: ["accept": accept])
  }

  /// A request that changes something, and that the server carries out only once.
  static func post(_ target: String, json: some Encodable) throws(RemoteServerError) -> Self {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let text = try? encoder.encode(json) else {
      throw .invalidRequest("it cannot be written as JSON.")
    }
    let fields: HTTPHeaders = [
      "content-type": "application/json", "accept": "application/json",
      "idempotency-key": UUID().uuidString.lowercased(),
    ]
    return Self(
      method: .POST, target: target, fields: fields, body: .bytes(ByteBuffer(bytes: text)))
  }
}

/// A complete response.
struct RemoteResponse: Sendable {
  var status: Int
  var fields: HTTPHeaders
  var bytes: ByteBuffer

  /// The revision in the entity tag, such as `"r17"`, `"r17-of-5"` or `"r17-damaged-1f2e3d4c"`; `nil` if there is none.
  var revision: Int? {
    guard let tag = fields.first(name: "etag"), tag.hasPrefix("\"r"), tag.hasSuffix("\"") else {
      return nil
    }
    return Int(tag.dropFirst(2).dropLast().prefix { $0 != "-" })
  }

  /// The error that the response reports.
  var error: RemoteServerError {
    RemoteProblem(status: status, bytes).map(RemoteServerError.problem)
      ?? .unexpectedStatus(status)
  }

  /// Whether the body is a problem document, also if it was left out after a HEAD.
  var isProblem: Bool {
    fields.first(name: "content-type")?.hasPrefix("application/problem+json") == true
  }

  /// The time after which the server asks for the same request again, `nil` if it does not.
  var retryDelay: Duration? {
    guard [409, 429, 503, 504].contains(status),
      let seconds = fields.first(name: "retry-after").flatMap({ Int($0) }), seconds >= 0
    else { return nil }
    return .seconds(min(seconds, 60))
  }

  /// Reads the body, which is JSON.
  func decode<Value: Decodable>(_ type: Value.Type) throws(RemoteServerError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes.readableBytesView))
    } catch let error as RemoteServerError {
      throw error
    } catch {
      throw .malformedResponse("It is not the JSON of \(Value.self).")
    }
  }
}
