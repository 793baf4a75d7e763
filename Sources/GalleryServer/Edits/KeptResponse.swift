// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages
import HTTPTypes
import Hummingbird
import NIOCore
import PageStorage

/// A response as a receipt keeps it: one line of JSON with the status and the fields, then the body.
struct KeptResponse: Sendable {
  private struct Head: Codable {
    var status: Int
    var fields: [[String]]
  }

  let status: HTTPResponse.Status
  let fields: HTTPFields
  let body: [UInt8]

  init(_ status: HTTPResponse.Status, fields: HTTPFields = [:], body: [UInt8] = []) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  /// Decodes a response.
  ///
  /// - Throws: `Problem` if the bytes are not those of a response.
  init(decoding bytes: [UInt8]) throws {
    guard let end = bytes.firstIndex(of: 0x0A),
      let head = try? JSONDecoder().decode(Head.self, from: Data(bytes[..<end])),
      200..<600 ~= head.status
    else { throw Problem.internalError }
    var fields: HTTPFields = [:]
    for field in head.fields where field.count == 2 {
      guard let name = HTTPField.Name(field[0]) else { throw Problem.internalError }
      fields[name] = field[1]
    }
    self.init(
      HTTPResponse.Status(code: head.status), fields: fields, body: Array(bytes[(end + 1)...]))
  }

  /// A response with a value as JSON.
  static func json(
    _ value: some Encodable, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
  ) throws(PageStoreError) -> Self {
    var fields = fields
    fields[.contentType] = "application/json"
    return Self(status, fields: fields, body: try Self.encode(value))
  }

  /// The response in encoded form.
  func encoded() throws(PageStoreError) -> [UInt8] {
    let head = Head(status: status.code, fields: fields.map { [$0.name.rawName, $0.value] })
    return try Self.encode(head) + [0x0A] + body
  }

  /// The response to send.
  ///
  /// - Parameter isReplay: Whether an earlier request has made it.
  /// - Returns: The response.
  func response(isReplay: Bool) -> Response {
    var headers = fields
    if isReplay { headers[.idempotentReplay] = "true" }
    guard !body.isEmpty else { return Response(status: status, headers: headers) }
    return Response(
      status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
  }

  /// - Throws: `PageStoreError.io` with `EINVAL` for a value that JSON cannot express.
  private static func encode(_ value: some Encodable) throws(PageStoreError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      throw .io(operation: "encode a response", errno: 22)
    }
  }
}

// MARK: - Documents and pages

extension KeptResponse {
  /// The document after an edit.
  static func document(
    _ document: Document, _ edited: EditedStore, status: HTTPResponse.Status = .ok,
    fields: HTTPFields = [:]
  ) throws(PageStoreError) -> Self {
    var fields = fields
    let cover = try edited.cover(of: document)
    fields[.eTag] = document.entityTag(coverDamage: cover?.damage)
    let representation = DocumentRepresentation(document, cover: cover)
    return try .json(representation, status: status, fields: fields)
  }

  /// The page after an edit, with the revision of the edit.
  static func page(
    _ page: PageID, after change: DocumentChange, _ edited: EditedStore,
    status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
  ) throws(PageStoreError) -> Self {
    var fields = fields
    let stored = try edited.page(page)
    fields[.eTag] = PagesTag.text(of: stored, revision: change.revision)
    let representation = PageRepresentation(stored, index: try edited.index(of: page))
    return try .json(representation, status: status, fields: fields)
  }

  /// No content, with the revision of an edit.
  static func noContent(after change: DocumentChange) -> Self {
    Self(.noContent, fields: [.eTag: "\"r\(change.revision)\""])
  }
}

extension EditedStore {
  /// Returns the first page of a document, `nil` if there is none or its entry is damaged.
  fileprivate func cover(of document: Document) throws(PageStoreError) -> StoredPage? {
    guard document.pageCount > 0, document.trashed == nil else { return nil }
    do throws(PageStoreError) {
      return try page(at: 0, of: document.id)
    } catch .notFound, .corrupted {
      return nil
    }
  }
}
