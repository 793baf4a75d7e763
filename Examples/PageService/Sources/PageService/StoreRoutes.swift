// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import PageGallery

/// The routes of the store's content, common to all clients.
struct StoreRoutes {
  let store: PageStore

  func add(to router: Router<Context>) {
    router.get("documents", use: documents)
    router.post("documents", use: create)
    router.get("documents/:document/pages", use: pages)
    router.post("documents/:document/pages", use: append)
    router.get("changes", use: changes)
    router.get("pages/:page/original", use: original)
    router.get("pages/:page/thumbnail", use: thumbnail)
  }

  /// The list of documents, and the version at which their changes continue.
  struct Listing: Encodable {
    var version: Int
    var documents: [Document]
  }

  @Sendable func documents(_ request: Request, _ context: Context) async throws -> Response {
    let (documents, version) = try await store.versionedDocuments()
    return try json(Listing(version: version, documents: documents))
  }

  @Sendable func create(_ request: Request, _ context: Context) async throws -> Response {
    let title = request.uri.queryParameters["title"].map(String.init) ?? "Untitled"
    return try json(await store.createDocument(title: title), status: .created)
  }

  @Sendable func pages(_ request: Request, _ context: Context) async throws -> Response {
    let document = try context.parameters.require("document", as: DocumentID.self)
    let start = max(0, request.uri.queryParameters.get("from", as: Int.self) ?? 0)
    let end = start.addingReportingOverflow(100)
    let window = start..<(end.overflow ? .max : end.partialValue)
    return try json(await store.window(window, of: document))
  }

  @Sendable func append(_ request: Request, _ context: Context) async throws -> Response {
    let document = try context.parameters.require("document", as: DocumentID.self)
    let page = try await store.append(pageInput(of: request), to: document)
    var response = try json(page, status: .created)
    response.headers[.location] = "/pages/\(page.id)/original"
    return response
  }

  @Sendable func changes(_ request: Request, _ context: Context) async throws
    -> Response
  {
    let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
    let start = last.flatMap { Int($0) } ?? request.uri.queryParameters.get("after", as: Int.self)
    let version = if let start { start } else { try await store.version() }
    return eventStream(for: request) { send in
      try await send(store.changes(after: version)) { change in
        try ServerSentEvent(id: "\(change.version)", data: change)
      }
    }
  }
}

/// Returns the body of a request as a page input: a stream of chunks, without a copy.
///
/// The store refuses input that is too long, by its announced or actual length, and input that does
/// not begin like an image. It requests the next chunk after writing the previous one.
func pageInput(of request: Request) -> PageInput {
  let byteCount = request.headers[.contentLength].flatMap { Int($0) }
  return .stream(request.body, byteCount: byteCount) { buffer, take in
    try buffer.withUnsafeReadableBytes(take)
  }
}
