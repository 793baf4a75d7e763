// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import Hummingbird
import NIOCore
import PageStorage

/// The operations that list the pages of a document.
struct PageListOperations: Sendable {
  let store: PageStore
  let root: String
  private let memory = PageListMemory()
  private let texts = PageListReadings<PageColumns>()
  private let readings = PageListReadings<PageBlocks>()

  init(store: PageStore, root: String) { (self.store, self.root) = (store, root) }

  private static let pattern = "/api/v1/documents/{document}/pages"

  var operations: [Operation] {
    [
      .get(Self.pattern, query: ["from", "limit"], list).inTurns(),
      .get("/api/v1/documents/{document}/columns", columns),
      .get("/api/v1/documents/{document}/trash", query: ["after", "limit"], trash).inTurns(),
    ]
  }

  /// A part of the pages, with the URL of the next one.
  struct Window: Encodable {
    var revision: Int
    var pageCount: Int
    var pages: [PageRepresentation]
    /// The pages of this part whose entries are damaged, `nil` without any.
    var damaged: [UInt64]?
    var next: String?
  }

  @Sendable private func list(_ call: Call) async throws -> Response {
    let document = try call.document()
    let start = try call.query.number("from", in: 0...Identifiers.maximum)
    let limit = try call.query.number("limit", in: 1...1000)
    guard start == nil, limit == nil else {
      return try await window(start ?? 0, limit ?? 100, of: document, call)
    }
    let version = try await version(of: document)
    if let same = try notModified(version, PageColumns.self, call) { return same }
    return try await all(try await reading(of: version, in: texts), call) { _ in }
  }

  @Sendable private func columns(_ call: Call) async throws -> Response {
    let version = try await version(of: call.document())
    if let same = try notModified(version, PageBlocks.self, call) { return same }
    if let blocks = memory.blocks(of: version) { return try await known(blocks, version, call) }
    let reading = try await reading(of: version, in: readings)
    // It may be a later version.
    let (readRevision, readKnowledge) = reading.version
    let read = PageListMemory.Version(
      document: version.document, revision: readRevision, knowledge: readKnowledge)
    return try await all(reading, call) { portions in
      if reading.version.knowledge >= 0 { memory.keep(portions, of: read) }
    }
  }

  private func version(of document: DocumentID) async throws -> PageListMemory.Version {
    let (revision, knowledge) = try await store.pagesVersion(of: document)
    return PageListMemory.Version(document: document, revision: revision, knowledge: knowledge)
  }

  private func notModified(
    _ version: PageListMemory.Version, _ form: (some PageListForm).Type, _ call: Call
  ) throws -> Response? {
    guard version.knowledge >= 0 else { return nil }
    let tag = PagesTag.text(revision: version.revision, knowledge: version.knowledge)
    return try call.notModified(
      tag: tag, policy: .revalidated, isCompressible: Response.isCompressible(form.mediaType))
  }

  private func reading<Form: PageListForm>(
    of version: PageListMemory.Version, in readings: PageListReadings<Form>
  ) async throws -> PageListReading<Form> {
    try await readings.reading(of: version) { [store] (take) throws(PageStoreError) in
      try await store.readPages(of: version.document, take)
    }
  }

  /// Sends all pages while they are read.
  private func all<Form: PageListForm>(
    _ reading: PageListReading<Form>, _ call: Call,
    keep: @escaping @Sendable (_ portions: [ByteBuffer]) -> Void
  ) async throws -> Response {
    let isCompressible = Response.isCompressible(Form.mediaType)
    return try await call.respond(
      tag: reading.tag, policy: .revalidated, isCompressible: isCompressible
    ) {
      Response(
        status: .ok, headers: [.contentType: Form.mediaType],
        body: ResponseBody { writer in
          var (position, portions) = (Form.start, [ByteBuffer]())
          while let portion = try await reading.portion(at: &position) {
            if Form.isKept { portions.append(portion) }
            try await writer.write(portion)
          }
          keep(portions)
          try await writer.finish(nil)
        })
    }
  }

  /// Sends pages that are kept, without copying them.
  private func known(
    _ blocks: [ByteBuffer], _ version: PageListMemory.Version, _ call: Call
  ) async throws -> Response {
    let tag = PagesTag.text(revision: version.revision, knowledge: version.knowledge)
    return try await call.respond(tag: tag, policy: .revalidated) {
      Response(
        status: .ok, headers: [.contentType: PageBlocks.mediaType],
        body: ResponseBody(contentLength: blocks.reduce(0) { $0 + $1.readableBytes }) { writer in
          for block in blocks { try await writer.write(block) }
          try await writer.finish(nil)
        })
    }
  }

  private func window(
    _ start: Int, _ limit: Int, of document: DocumentID, _ call: Call
  ) async throws -> Response {
    let found = try await store.readableWindow(start..<start + limit, of: document)
    let pages = found.entries.compactMap { entry in
      entry.page.map { PageRepresentation($0, index: entry.index) }
    }
    let end = found.range.upperBound
    var list = Window(revision: found.revision, pageCount: found.pageCount, pages: pages)
    let damaged = found.entries.filter { $0.page == nil }.map(\.id.rawValue)
    if !damaged.isEmpty { list.damaged = damaged }
    if end < found.pageCount {
      list.next =
        "\(root)/api/v1/documents/\(document.rawValue)/pages?from=\(end)&limit=\(limit)"
    }
    let tag = PagesTag.text(revision: found.revision, pages: found.pages)
    return try await call.respond(tag: tag, policy: .revalidated, isCompressible: true) {
      try .json(list)
    }
  }

  /// A part of the pages of a document in the trash, last deleted first, with the URL of the next one.
  struct Trash: Encodable {
    var pages: [PageRepresentation]
    /// The pages of this part whose entries are damaged, `nil` without any.
    var damaged: [UInt64]?
    var next: String?
  }

  @Sendable private func trash(_ call: Call) async throws -> Response {
    let document = try call.document()
    let limit = try call.query.number("limit", in: 1...1000) ?? 100
    let cursor = try call.query.text("after").map(TrashCursor.init(query:))
    let found = try await store.trash(of: document, after: cursor, limit: limit)
    let path = "\(root)/api/v1/documents/\(document.rawValue)/trash"
    let list = Trash(
      pages: found.pages.map { PageRepresentation($0, index: nil) },
      damaged: found.damaged.isEmpty ? nil : found.damaged.map(\.rawValue),
      next: found.next.map { "\(path)?after=\($0)&limit=\(limit)" })
    return try await .hashedJSON(list, for: call)
  }
}

extension TrashCursor {
  /// Reads the position in the query of the URL of a part.
  init(query text: String) throws(Problem) {
    guard let cursor = Self(text) else {
      throw .malformed("The query parameter after is that of a 'next' URL.")
    }
    self = cursor
  }
}
