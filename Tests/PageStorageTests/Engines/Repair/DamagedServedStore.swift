// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient

  @testable import PageStorage

  /// A store on a server, to be damaged: a document with the pages 1 to 3, and page 4 in its trash.
  struct DamagedServedStore {
    let schema: TestSchema
    private let folder: TestFolder
    let store: PageStore
    let document: DocumentID

    /// - Parameters:
    ///   - pageCount: The number of pages, of which the last one is in the trash.
    ///   - originalCount: The number of different pages.
    /// - Throws: The errors of the store and of the database.
    init(pageCount: Int = 4, originalCount: Int = 4) async throws {
      schema = try await TestSchema()
      folder = try TestFolder()
      store = try await PageStore.open(at: schema.location + "&objects=\(folder.objects)")
      document = try await store.createDocument(title: "Lease", metadata: ["a": "b"]).id
      for page in await store.ingest(
        (0..<pageCount).map { TestPage.input($0 % originalCount) }, into: document)
      {
        _ = try page.get()
      }
      try await store.delete(PageID(UInt64(pageCount)))
      for (id, name) in [(1, "a.png"), (2, "b.png")] as [(UInt64, String)] {
        try await store.setMetadata(PageMetadata(fileName: name), of: PageID(id))
      }
    }

    /// Leaves the document as a purge does that was killed.
    func purgeHalf() async throws {
      try await store.deleteDocument(document)
      let document = document
      try await store.change { db in
        var state = try db.state(of: document)
        state.trashed = DocumentState.purged
        try db.update(state)
        let original = try db.page(PageID(1)).map(\.blob)
        try db.removePage(PageID(1))
        try db.removeUnusedOriginals(among: original.map { [$0] } ?? [])
      }
    }
  }
#endif
