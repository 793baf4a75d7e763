// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// Stores that are opened for reading.
@Suite struct ReadOnlyAccessTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func openForReading() async throws -> PageStore {
    try await folder.open { $0.access = .readOnly }
  }

  /// All files except those with which SQLite processes coordinate.
  private func contents() -> [String: Data] {
    let files = folder.files(below: "").filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
    return Dictionary(
      uniqueKeysWithValues: files.map { ($0, FileManager.default.contents(atPath: $0) ?? Data()) })
  }

  @Test func nothingIsChanged() async throws {
    let writer = try await folder.open()
    let document = try await writer.createDocument(title: "Lease").id
    let page = try await writer.append(TestPage.input(3), to: document)
    await writer.close()
    let before = contents()
    let child = try ChildProcess(["readonly", "read"], in: folder)
    await child.waitUntilExit()
    #expect(try child.lines().contains(["append", "refused", "readOnly"]))

    let store = try await openForReading()
    #expect(try await store.page(page.id) == page)
    #expect(try await store.bytes(of: page.id) == TestPage.png(3))
    try await store.checkOriginals()
    #expect(try await store.galleryPages(of: document).pages.map(\.id) == [page.id])
    let thumbnail = try await store.thumbnail(of: page.id, style: .strip(height: 2))
    #expect(thumbnail.size.height == 2)
    await #expect(throws: PageStoreError.readOnly) { try await store.delete(page.id) }
    await store.close()
    #expect(contents() == before)
  }

  @Test func changesOfOthersAreSeen() async throws {
    let writer = try await folder.open()
    let document = try await writer.createDocument(title: "").id
    let store = try await openForReading()
    var changes = store.changes(of: document, after: 0).makeAsyncIterator()
    let page = try await writer.append(TestPage.input(1), to: document).id
    #expect(try await changes.next()?.revision == 1)
    #expect(try await store.pageIDs(of: document) == [page])
  }

  @Test func nothingIsMade() async throws {
    await #expect(throws: PageStoreError.notAStore(path: folder.store)) {
      try await openForReading()
    }
    #expect(!FileManager.default.fileExists(atPath: folder.store))
    // A store with a lost catalog is not an empty store.
    let writer = try await folder.open()
    try await writer.append(
      TestPage.input(1), to: try await writer.createDocument(title: "").id)
    await writer.close()
    try FileManager.default.removeItem(atPath: folder.store + "/catalogue.sqlite")
    await #expect(throws: PageStoreError.corrupted(.catalog(message: "it is missing"))) {
      try await openForReading()
    }
  }
}
