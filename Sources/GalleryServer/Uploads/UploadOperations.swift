// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import Hummingbird
import PageStorage

/// The operations on uploads: pages that have an identifier before a change adds them to a document.
struct UploadOperations: Sendable {
  let store: PageStore
  let root: String
  let uploads: UploadRegistry

  /// The maximum number of bytes of a page.
  let limit: Int

  /// The free space that an upload has to leave, in bytes.
  let minimumFreeByteCount: Int

  /// Returns the free space of the disk in bytes, `nil` if it is unknown.
  let freeByteCount: @Sendable () -> Int?

  private static let pattern = "/api/v1/uploads/{upload}"

  /// The maximum number of pages with the same bytes.
  private static let sameLimit = 100

  var operations: [Operation] {
    [
      Operation(
        .put, Self.pattern, query: ["unreadable"], scope: .write, reach: .client, receive),
      Operation(.get, Self.pattern, scope: .read, reach: .client, find),
      Operation(.delete, Self.pattern, scope: .write, reach: .client, discard),
    ]
  }

  /// The values of the parameter `unreadable`.
  private enum Unreadable: String, CaseIterable { case keep }

  private func key(_ call: Call) throws(Problem) -> Upload.Key {
    Upload.Key(client: call.client.id, id: try UploadID(call.parameter("upload")))
  }

  @Sendable private func receive(_ call: Call) async throws -> Response {
    let key = try key(call)
    let keeps = try call.query.word("unreadable", Unreadable.self) != nil
    var body = ReceivedBody(call: call, store: store, limit: limit)
    body.policy = keeps ? .keepAsDamaged : .refuse
    let length = try body.length()
    if let known = uploads.upload(key) { return try await receiveAgain(known, body, call.client) }
    let reservation = try uploads.reserve(byteCount: length ?? 0, for: key.client)
    try requireRoom(for: length ?? 0)
    body.admit = { count in
      try reservation.grow(to: count)
      // Others write to the disk as well, and the length may be unknown.
      try requireRoom(for: 0)
    }
    let page = try await body.stage()
    let upload = uploads.add(page, as: key, reservation)
    // Of two requests at the same time, the first one to end makes the upload.
    let isNew = upload.page === page
    guard isNew || upload.page.digest == page.digest else { throw Problem.uploadConflict(key.id) }
    return try await response(upload, isNew: isNew, for: call.client)
  }

  /// Compares a body with the upload that has its UUID.
  private func receiveAgain(
    _ upload: Upload, _ body: ReceivedBody, _ client: Client
  ) async throws -> Response {
    guard try await body.digest() == upload.page.digest else {
      throw Problem.uploadConflict(upload.id)
    }
    return try await response(upload, isNew: false, for: client)
  }

  private func requireRoom(for byteCount: Int) throws(Problem) {
    guard let free = freeByteCount(), free - minimumFreeByteCount < byteCount else { return }
    throw Problem(
      .full,
      "The disk has \(free) bytes left. This upload needs \(byteCount), and has to leave "
        + "\(minimumFreeByteCount) for changes.",
      facts: ["free": free, "needed": byteCount + minimumFreeByteCount])
  }

  /// Returns the other pages with the bytes of an upload that the client may see.
  private func pages(sameAs upload: Upload, for client: Client) async throws -> [PageID] {
    let digest = upload.page.digest
    // One may be that of the upload.
    let limit = Self.sameLimit + 1
    let pages =
      if let document = client.document {
        try await store.pageIDs(withContent: digest, of: document, limit: limit)
      } else {
        try await store.pageIDs(withContent: digest, limit: limit)
      }
    return Array(pages.lazy.filter { $0 != upload.page.id }.prefix(Self.sameLimit))
  }

  private func response(
    _ upload: Upload, isNew: Bool, for client: Client
  ) async throws -> Response {
    let headers: HTTPFields = isNew ? [.location: "\(root)/api/v1/uploads/\(upload.id)"] : [:]
    let representation = UploadRepresentation(
      upload, in: try await document(of: upload, for: client),
      sameAs: try await pages(sameAs: upload, for: client))
    return try .json(representation, status: isNew ? .created : .ok, headers: headers)
  }

  /// Returns the document that the page of an upload is in now.
  ///
  /// - Returns: `nil` if it waits, is in the trash or was purged, or the client may not see the document.
  private func document(
    of upload: Upload, for client: Client
  ) async throws(PageStoreError) -> DocumentID? {
    guard upload.isCommitted else { return nil }
    do throws(PageStoreError) {
      let (document, _) = try await store.location(of: upload.page.id)
      let isVisible = client.document == nil || client.document == document
      return isVisible ? document : nil
    } catch .notFound {
      return nil
    }
  }

  @Sendable private func find(_ call: Call) async throws -> Response {
    guard let upload = uploads.upload(try key(call)) else { throw Self.missing }
    return try await response(upload, isNew: false, for: call.client)
  }

  @Sendable private func discard(_ call: Call) async throws -> Response {
    guard try uploads.remove(try key(call)) else { throw Self.missing }
    return Response(status: .noContent)
  }

  private static let missing = Problem(
    .notFound, "There is no such upload: it was not received, was discarded, or has expired.")
}
