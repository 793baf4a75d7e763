// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import PageStorage
import Testing

/// The examples of the module's documentation, word for word.
@Suite struct DocumentationExampleTests {
  @Test func scansAreKeptAndMoved() async throws {
    let folder = TestFiles.folder
      .appendingPathComponent("page-storage-example-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let scans = try (1...3).map { number in
      let scan = folder.appendingPathComponent("scan-\(number).png")
      let page = try Bitmap(size: PixelSize(width: 10 * number, height: 10), format: .gray8)
      try Data(page.encoded(as: .png)).write(to: scan)
      return scan.path
    }
    let path = folder.appendingPathComponent("store").path

    let id = try await keep(scans, in: path)
    let store = try await PageStore.open(at: path)
    let list = Task { try await follow(store) }
    try await moveLastPageToTheFront(of: id, in: store)
    list.cancel()
    try await list.value

    let pages = try await store.pages(in: 0..<3, of: id)
    #expect(pages.map(\.aspectRatio) == [3, 1, 2])
    #expect(pages.map(\.rotation) == [.none, .clockwise, .none])

    try await take(scans[0], into: id, of: store)
    try await backUp(store, to: folder.appendingPathComponent("backup").path)
  }
}

func follow(_ store: PageStore) async throws {
  let (documents, version) = try await store.versionedDocuments()
  print("\(documents.count) documents")
  for try await change in store.changes(after: version) {
    switch change.kind {
    case .created, .renamed, .metadataChanged, .pagesChanged, .pageMetadataChanged:
      print("look at \(change)")
    case .trashed, .restored, .removed: print("the list is another one: \(change)")
    case .unknown: print("read the documents anew, and go on from \(change.version)")
    }
  }
}

func take(_ scan: String, into document: DocumentID, of store: PageStore) async throws {
  var input = PageInput.file(scan)
  input.metadata.source = "scanner 2"
  let page = try await store.append(input, to: document)
  try await store.updateMetadata(of: [page.id]) { $0.fields["invoice"] = "1734" }
  let metadata = try await store.metadata(of: page.id)
  print(metadata.fileName ?? "-", metadata.fields)
}

func backUp(_ store: PageStore, to folder: String) async throws {
  let report = try await store.backup(to: folder)
  print("\(report.copiedCount) originals copied, \(report.keptCount) were there")
  for digest in report.damagedOriginals { print("\(digest) is damaged in the store") }
}

func keep(_ scans: [String], in folder: String) async throws -> DocumentID {
  let store = try await PageStore.open(at: folder)
  let document = try await store.createDocument(title: "Lease")
  let outcomes = await store.ingest(scans.map { .file($0) }, into: document.id)
  for (scan, outcome) in zip(scans, outcomes) {
    if case .failure(let error) = outcome { print("\(scan): \(error)") }
  }
  if let first = try await store.pages(in: 0..<1, of: document.id).first {
    try await store.rotate(first.id, by: .clockwise)
  }
  await store.close()
  return document.id
}

func moveLastPageToTheFront(of id: DocumentID, in store: PageStore) async throws {
  while true {
    let document = try await store.document(id)
    guard document.pageCount > 1 else { return }
    let move = Changeset.Move(source: document.pageCount - 1, destination: 0)
    do {
      try await store.apply(StoreChangeset(moves: [move]), to: id, expecting: document.revision)
      return
    } catch PageStoreError.conflict {
      continue  // somebody else has changed the pages
    }
  }
}
