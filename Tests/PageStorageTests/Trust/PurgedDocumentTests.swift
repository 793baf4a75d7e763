// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageStorage

/// A document that is permanently deleted in portions.
@Suite(.folderOnly) struct PurgedDocumentTests {
  let folder: TestFolder
  let document: DocumentID

  init() async throws {
    folder = try TestFolder()
    let store = try await folder.open()
    document = try await store.createDocument(title: "Old").id
    _ = await store.ingest((0..<600).map { TestPage.input($0) }, into: document)
    try await store.deleteDocument(document)
    await store.close()
  }

  /// The state after a kill of a purge after some portions.
  private func purge(portions: Int, _ store: PageStore) throws {
    try store.catalog.write { db in try Purge(db: db, limit: .max).beginDocuments() }
    for _ in 0..<portions {
      _ = try store.catalog.write { db in
        try Purge(db: db, limit: .max).removePortion(isRecorded: true)
      }
    }
  }

  @Test(arguments: 0...4) func itDoesNotComeBackHalf(portions: Int) async throws {
    var store = try await folder.open()
    try purge(portions: portions, store)
    await #expect(throws: PageStoreError.notFound(.trashedDocument(document))) {
      try await store.restoreDocument(document)
    }
    #expect(try await store.trashedDocuments().isEmpty)
    #expect(try await store.verify().isSound)
    await store.close()

    store = try await folder.open()
    #expect(try await store.verify().isSound)
    // A date long ago: only the interrupted purge is completed.
    try await store.purge(deletedBefore: .distantPast)
    #expect(folder.files(below: "blobs").isEmpty)
    #expect(try await store.verify().pageCount == 0)
  }

  @Test func theTrashIsEmptiedWhateverTheClockSays() async throws {
    let store = try await folder.open()
    try store.catalog.write { db in
      var state = try db.state(of: document)
      state.trashed = 9_000_000_000_000_000
      try db.update(state)
    }
    #expect(try await store.purge(deletedBefore: .distantFuture) == 600)
    #expect(folder.files(below: "blobs").isEmpty)
  }
}
