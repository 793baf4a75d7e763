// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages
  import Testing

  @testable import PageStorage

  extension RemoteCatalog {
    /// Expects documents with a number of pages, each appended by an edit of its own.
    func expectPages(_ count: Int, in documents: [DocumentID]) async throws {
      let (orders, changes) = try await read { db in
        let orders = try documents.map { document in
          let state = try db.presentState(of: document)
          #expect(state.revision == count && state.count == count)
          var order = PageOrder(db, document, root: state.root, count: state.count)
          return try order.pages(in: 0..<state.count)
        }
        return (orders, try ChangeLog.storeChanges(after: 0, in: db).changes)
      }.value
      #expect(Set(orders.joined()).count == count * documents.count, "no page has two places")
      #expect(changes.count == documents.count * (count + 1))
    }
  }
#endif
