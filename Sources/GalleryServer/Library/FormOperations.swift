// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import Hummingbird
import PageStorage

/// The forms of the pages; each leads back to a page.
struct FormOperations: Sendable {
  let store: PageStore
  let root: String

  /// The maximum number of bytes of a page.
  let limit: Int

  let preparation: ThumbnailPreparation

  private static let page = "/d/{document}/pages/{page}"

  var operations: [Operation] {
    [
      .change(.post, "/d", create),
      .change(.post, "/d/{document}/title", rename),
      .change(.post, "/d/{document}/delete", delete),
      .change(.post, "/d/{document}/restore", restore),
      .change(.post, "/d/{document}/pages", upload),
      .change(.post, Self.page + "/rotate", rotate),
      .change(.post, Self.page + "/move", move),
      .change(.post, Self.page + "/delete", deletePage),
      .change(.post, Self.page + "/restore", restorePage),
    ]
  }

  @Sendable private func create(_ call: Call) async throws -> Response {
    let title = try TitleText.checked(await call.form(["title"]).text("title") ?? "")
    return seeOther("/d/\(try await store.createDocument(title: title).id.rawValue)")
  }

  @Sendable private func rename(_ call: Call) async throws -> Response {
    let document = try call.document()
    guard let text = try await call.form(["title"]).text("title") else {
      throw Problem.malformed("The title is missing in the form.")
    }
    let title = try TitleText.checked(text)
    try await store.updateDocument(document, title: title)
    return seeOther("/d/\(document.rawValue)")
  }

  @Sendable private func delete(_ call: Call) async throws -> Response {
    try await store.deleteDocument(call.document())
    return seeOther("/")
  }

  @Sendable private func restore(_ call: Call) async throws -> Response {
    let document = try await store.perform(.restoreDocument(call.document()))
    return seeOther("/d/\(document.id.rawValue)")
  }

  @Sendable private func upload(_ call: Call) async throws -> Response {
    let document = try call.document()
    _ = try await store.document(document)
    let form = UploadForm(store: store, limit: limit, preparation: preparation)
    let outcome = try await form.receive(call, into: document)
    guard outcome.rejectedCount == 0 else {
      let markup = LibraryMarkup(root: root)
      return .html(
        markup.rejections(outcome, of: document), status: .unprocessableContent, policy: .never)
    }
    return seeOther("/d/\(document.rawValue)")
  }

  @Sendable private func rotate(_ call: Call) async throws -> Response {
    let page = try call.page()
    let degrees = try await call.form(["rotation"]).number("rotation", in: 0...270) ?? 90
    let turns = try RotationBody.turns(degrees: degrees)
    return try await edited(page, call) { edited in
      StoreChangeset(rotations: [.init(index: try edited.index(of: page), turns: turns)])
    }
  }

  @Sendable private func move(_ call: Call) async throws -> Response {
    let page = try call.page()
    let range = 1...Identifiers.maximum
    guard let number = try await call.form(["number"]).number("number", in: range) else {
      throw Problem.malformed("The number is missing in the form.")
    }
    let count = try await store.document(call.document()).pageCount
    guard number <= count else { throw Self.noPlace(number, in: count) }
    let destination = number - 1
    return try await edited(page, call) { edited in
      let source = try edited.index(of: page)
      guard destination != source else { return StoreChangeset() }
      return StoreChangeset(moves: [.init(source: source, destination: destination)])
    }
  }

  private static func noPlace(_ number: Int, in count: Int) -> Problem {
    let pages = count == 1 ? "1 page" : "\(count) pages"
    return Problem(
      .invalidChange, "The document has \(pages), so that a page cannot be moved to \(number).",
      facts: ["limit": count, "found": number])
  }

  @Sendable private func deletePage(_ call: Call) async throws -> Response {
    let page = try call.page()
    return try await edited(page, call, returnsToPage: false) { edited in
      StoreChangeset(deletions: [try edited.index(of: page)])
    }
  }

  @Sendable private func restorePage(_ call: Call) async throws -> Response {
    let page = try call.page()
    return try await edited(page, call) { edited in try edited.restoration(of: page) }
  }

  private func edited(
    _ page: PageID, _ call: Call, returnsToPage: Bool = true,
    _ plan: @escaping StoreEdit<DocumentChange>.Plan
  ) async throws -> Response {
    let document = try call.document()
    let freesRoom = !returnsToPage
    try await store.perform(
      .change(of: document, pages: [page], freesRoom: freesRoom, plan))
    let place = returnsToPage ? await place(of: page, in: document) : ""
    return seeOther("/d/\(document.rawValue)\(place)")
  }

  /// Returns where the list shows a page, with those around it.
  private func place(of page: PageID, in document: DocumentID) async -> String {
    let anchor = "#p\(page.rawValue)"
    guard let index = try? await store.index(of: page, in: document) else { return "" }
    let start = index - index % LibraryOperations.pageCount
    return start == 0 ? anchor : "?from=\(start)\(anchor)"
  }

  private func seeOther(_ path: String) -> Response {
    Response(status: .seeOther, headers: [.location: root + path])
  }
}
