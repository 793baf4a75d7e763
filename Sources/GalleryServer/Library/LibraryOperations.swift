// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import Hummingbird
import PageStorage

/// The pages of the library and of documents.
struct LibraryOperations: Sendable {
  private static let documentCount = 60
  static let pageCount = 100

  let store: PageStore
  let root: String

  var operations: [Operation] {
    [
      Operation(.get, "/", query: ["after", "q"], scope: .read, reach: .client, library)
        .inTurns(),
      .get("/d/{document}", query: ["from", "page", "record"], document).inTurns(),
      .get("/trash", query: ["after"], trash).inTurns(),
      .get("/d/{document}/trash", query: ["after"], documentTrash).inTurns(),
    ]
  }

  /// The markup for a client, without forms if the client may not change anything or the store cannot be.
  private func markup(_ call: Call) -> LibraryMarkup {
    LibraryMarkup(
      root: root, isSignedIn: call.client.evidence == .cookie,
      canEdit: call.client.scope >= .write && store.configuration.access == .readWrite)
  }

  @Sendable private func library(_ call: Call) async throws -> Response {
    // The library of a client with one document is this document.
    if let document = call.client.document {
      return Response(status: .seeOther, headers: [.location: "\(root)/d/\(document.rawValue)"])
    }
    var query = DocumentQuery(limit: Self.documentCount)
    query.text = call.query.text("q")
    if let text = call.query.text("after") { try query.start(at: text) }
    let version = try await store.version()
    let found = try await query.run(in: store)
    let next = found.next.map { cursor in
      "\(root)/?after=\(cursor)" + (query.text.map { "&q=" + PercentEncoding.encode($0) } ?? "")
    }
    return .html(
      markup(call).library(found.entries, query: query, next: next, version: version))
  }

  @Sendable private func trash(_ call: Call) async throws -> Response {
    var query = DocumentQuery(limit: Self.documentCount, isTrashed: true)
    if let text = call.query.text("after") { try query.start(at: text) }
    let found = try await query.run(in: store)
    let next = found.next.map { "\(root)/trash?after=\($0)" }
    return .html(markup(call).trash(found.entries.map(\.document), next: next))
  }

  @Sendable private func documentTrash(_ call: Call) async throws -> Response {
    let document = try await store.document(call.document())
    let cursor = try call.query.text("after").map(TrashCursor.init(query:))
    let found = try await store.trash(of: document.id, after: cursor, limit: Self.pageCount)
    return .html(markup(call).trash(found, of: document))
  }

  @Sendable private func document(_ call: Call) async throws -> Response {
    let document = try await store.document(call.document())
    var start = try call.query.number("from", in: 0...Identifiers.maximum) ?? 0
    var opened: PageID?
    var isPageMissing = false
    if let text = call.query.text("page") {
      let found = try await page(text, in: document.id)
      (start, opened) = (found?.index ?? start, found?.page)
      isPageMissing = found == nil
    }
    let window = try await store.readableWindow(start..<start + Self.pageCount, of: document.id)
    let end = window.range.upperBound
    let next = end < window.pageCount ? end : nil
    let previous =
      window.range.lowerBound > 0 ? max(0, window.range.lowerBound - Self.pageCount) : nil
    let page = window.pages.first { $0.id == opened ?? $0.id }
    return .html(
      markup(call).document(
        document, window, opening: page, isPageMissing: isPageMissing, previous: previous,
        next: next))
  }

  /// Returns the page of a link, `nil` if the document does not have it: links outlive pages, and may be mistyped.
  private func page(
    _ text: String, in document: DocumentID
  ) async throws -> (page: PageID, index: Int)? {
    guard let page = try? Identifiers.page(text) else { return nil }
    do throws(PageStoreError) {
      return (page, try await store.index(of: page, in: document))
    } catch .notFound {
      return nil
    }
  }
}
