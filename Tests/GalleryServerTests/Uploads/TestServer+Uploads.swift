// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import PageStorage

extension TestServer {
  /// The path of an upload with a number.
  static func upload(_ number: Int) -> String { "/api/v1/uploads/\(uuid(number))" }

  static func uuid(_ number: Int) -> String {
    let digits = "\(number)"
    return "0a000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// Uploads bytes under a number.
  func upload(
    _ number: Int, _ bytes: [UInt8], query: String = "", _ headers: HTTPFields = [:]
  ) async throws -> Answer {
    try await send(.put, Self.upload(number) + query, headers, bytes: bytes)
  }

  /// Makes a change.
  func change(
    _ document: DocumentID, _ revision: Int, _ json: String
  ) async throws -> Answer {
    try await send(
      .post, "/api/v1/documents/\(document.rawValue)/changes", [.ifMatch: "\"r\(revision)\""],
      json: json)
  }

  /// The names of the files that the store is receiving or has not committed.
  var incoming: [String] {
    let names =
      FileManager.default.enumerator(atPath: workFolder + "/incoming")?.allObjects as? [String]
      ?? []
    return names.filter { $0.contains("/") }
  }
}

extension HTTPFields {
  /// A field with the digest of some bytes.
  static func digest(of bytes: [UInt8]) -> HTTPFields {
    var fields = HTTPFields()
    var digest = ContentDigestBuilder()
    digest.add(bytes)
    let text = Data(digest.digest.bytes).base64EncodedString()
    if let name = HTTPField.Name("Content-Digest") { fields[name] = "sha-256=:\(text):" }
    return fields
  }

  static func digest(_ text: String) -> HTTPFields {
    var fields = HTTPFields()
    if let name = HTTPField.Name("Content-Digest") { fields[name] = text }
    return fields
  }
}

extension Answer {
  /// The page of an upload.
  var page: [String: Any] { json["page"] as? [String: Any] ?? [:] }

  var pageID: UInt64? { page["id"] as? UInt64 }
}
