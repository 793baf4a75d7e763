// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryServer
import HTTPTypes
import Hummingbird
import NIOCore
import PageStorage
import Synchronization

/// Receives uploads, makes changes that refer to them, and keeps the responses to edits under their
/// keys, in place of a server that does not.
struct StandInUploads: HTTPResponder {
  typealias Context = BasicRequestContext

  private final class Staged: Sendable {
    let pages = Mutex<[String: StagedPage]>([:])
    /// The responses to edits, by key.
    let receipts = Mutex<[String: ByteBuffer]>([:])
  }

  let base: GalleryResponder<BasicRequestContext>
  let store: PageStore
  private let staged = Staged()

  init(base: GalleryResponder<BasicRequestContext>, store: PageStore) {
    (self.base, self.store) = (base, store)
  }

  func respond(to request: Request, context: Context) async throws -> Response {
    let segments = request.uri.path.split(separator: "/").map(String.init)
    guard segments.count >= 4, segments[0] == "api" else {
      return try await base.respond(to: request, context: context)
    }
    if segments[2] == "uploads" { return try await receive(request, segments[3]) }
    guard request.method == .post, segments.last == "changes" else {
      return try await base.respond(to: request, context: context)
    }
    let key = HTTPField.Name("Idempotency-Key").flatMap { request.headers[$0] } ?? ""
    if let receipt = staged.receipts.withLock({ $0[key] }) {
      return Response(status: .ok, body: ResponseBody(byteBuffer: receipt))
    }
    let response = try await change(request, DocumentID(Int64(segments[3]) ?? 0), context)
    guard response.status == .ok else { return response }
    let collector = Collector()
    try await response.body.write(collector)
    let receipt = collector.bytes.withLock(\.self)
    staged.receipts.withLock { $0[key] = receipt }
    return Response(status: .ok, body: ResponseBody(byteBuffer: receipt))
  }

  /// Keeps the body of a response.
  private final class Collector: ResponseBodyWriter, Sendable {
    let bytes = Mutex(ByteBuffer())

    func write(_ buffer: ByteBuffer) { bytes.withLock { _ = $0.writeImmutableBuffer(buffer) } }

    func finish(_ trailingHeaders: HTTPFields?) {}
  }

  private func change(
    _ request: Request, _ document: DocumentID, _ context: Context
  ) async throws -> Response {
    var request = request
    let body = try await request.body.collect(upTo: 1 << 20)
    if let answer = try await apply(body, of: request, to: document) { return answer }
    request.body = RequestBody(buffer: ByteBuffer(string: body.mentionsUploads ? "{}" : body.text))
    return try await base.respond(to: request, context: context)
  }

  private func receive(_ request: Request, _ upload: String) async throws -> Response {
    guard request.method == .put else {
      let isKnown = staged.pages.withLock { $0[upload] != nil }
      return Response(status: isKnown ? .ok : .notFound)
    }
    let bytes = try await request.body.collect(upTo: 16 << 20)
    let page = try await store.stage(.bytes(Array(bytes.readableBytesView)))
    staged.pages.withLock { $0[upload] = page }
    let ratio = page.size.map { "\($0.aspectRatio)" } ?? "null"
    return json(
      .created,
      "{\"upload\":\"\(upload)\",\"page\":{\"id\":\(page.id.rawValue),\"aspectRatio\":\(ratio)}}"
    )
  }

  /// Makes a change that mentions uploads; `nil` if the server has to answer.
  private func apply(
    _ body: ByteBuffer, of request: Request, to document: DocumentID
  ) async throws -> Response? {
    guard body.mentionsUploads, let revision = revision(request),
      let members = try JSONSerialization.jsonObject(with: Data(body.readableBytesView))
        as? [String: Any]
    else { return nil }
    do {
      let change = try changeset(members)
      let before = try await store.document(document)
      let made = try await store.apply(change, to: document, expecting: revision)
      let count =
        before.pageCount + change.insertions.count + change.restorations.count
        - change.deletions.count
      return json(.ok, "{\"revision\":\(made.revision),\"pageCount\":\(count)}")
    } catch PageStoreError.conflict {
      return nil
    } catch PageStoreError.notFound {
      return json(.notFound, "{\"code\":\"notFound\",\"detail\":\"There is no such upload.\"}")
    }
  }

  private func revision(_ request: Request) -> Int? {
    request.headers[.ifMatch].flatMap { Int($0.dropFirst(2).dropLast()) }
  }

  private func changeset(_ members: [String: Any]) throws -> StoreChangeset {
    var change = StoreChangeset(deletions: members["deletions"] as? [Int] ?? [])
    for move in members["moves"] as? [[String: Int]] ?? [] {
      change.moves.append(.init(source: move["from"] ?? 0, destination: move["to"] ?? 0))
    }
    for entry in members["insertions"] as? [[String: Any]] ?? [] {
      let (index, id): (Int, PageID)
      index = entry["at"] as? Int ?? 0
      if let page = entry["page"] as? UInt64 {
        id = PageID(page)
        change.restorations.append(.init(index: index, page: id))
      } else {
        let page = try page(entry, "upload")
        id = page.id
        change.insertions.append(.init(index: index, page: page))
      }
      guard entry["content"] != nil else { continue }
      change.replacementsOnArrival[id] = try page(entry, "content")
    }
    for entry in members["replacements"] as? [[String: Any]] ?? [] {
      change.replacements.append(
        .init(index: entry["at"] as? Int ?? 0, content: try page(entry, "upload")))
    }
    return change
  }

  private func page(_ entry: [String: Any], _ key: String) throws -> StagedPage {
    let upload = entry[key] as? String ?? ""
    guard let page = staged.pages.withLock({ $0[upload] }) else {
      throw PageStoreError.notFound(.stagedPage(0))
    }
    return page
  }

  private func json(_ status: HTTPResponse.Status, _ text: String) -> Response {
    Response(
      status: status,
      headers: [
        .contentType: status == .notFound ? "application/problem+json" : "application/json"
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}

extension ByteBuffer {
  fileprivate var text: String { String(buffer: self) }
  fileprivate var mentionsUploads: Bool {
    text.contains("\"upload\"") || text.contains("\"content\"")
  }
}
