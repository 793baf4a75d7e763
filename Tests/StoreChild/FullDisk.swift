// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import GalleryTestData
import PageStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A process that uses a file system that is too small; each part is a process of its own.
///
/// It prints `stored PAGE NUMBER` for each acknowledged page, `full` for each call that ran out of
/// space, `made DOCUMENT COUNT` for a new document, `page PAGE NUMBER` for each page that can be
/// read, and `deleted PAGE`.
struct FullDisk {
  let path: String

  func run(_ part: String) async throws(PageStoreError) {
    guard part != "repair" else { return try await repair() }
    let store = try await PageStore.open(at: path)
    switch part {
    case "fill": try await fill(store)
    case "list": try await list(store)
    case "delete":
      try await delete(store) { page throws(PageStoreError) in
        try await store.delete(page)
      }
    case "keyed":
      try await delete(store) { page throws(PageStoreError) in
        try await store.repeatable("delete \(page.rawValue)", .delete([page]))
      }
    case "delete all": try await deleteAll(store)
    case "copies": try await makeCopies(store)
    case "empty": try await emptyTrash(store)
    case "gallery": await deleteInGallery(store)
    case "ingest": try await ingest(store, 0..<10, byteCount: 7_000)
    case "documents": StoreChild.say("count \(try await store.documents().count)")
    case "many": await makeDocument(store, byteCount: 16_000)
    case "large": await makeDocument(store, byteCount: 1_000_000)
    case "unlike": await makeUnlikePages(store)
    case "rest": try await addRest(store)
    case "stage": try await stage(store)
    case "crowd": try await addTogether(store)
    default: exit(2)
    }
    if part == "list" {
      let report = try await store.verify()
      StoreChild.say(report.isSound ? "sound true" : "sound false \(report.problems)")
    }
    await store.close()
    StoreChild.say("end \(part)")
  }

  /// Returns a page like those of the crash tests, with the given length.
  static func bytes(_ number: Int, _ byteCount: Int) -> [UInt8] {
    let bytes = CrashPage.bytes(number)
    return bytes + [UInt8](repeating: UInt8(number), count: max(0, byteCount - bytes.count))
  }

  /// Fills the disk: with large pages, with small ones, and with SQLite's log.
  private func fill(_ store: PageStore) async throws(PageStoreError) {
    let document = try await store.createDocument(title: "full").id
    try await ingest(store, 0..<100, byteCount: 60_000)
    try await ingest(store, 100..<200, byteCount: 5_000)
    let page = try await store.pages(in: 0..<1, of: document)[0].id
    for _ in 0..<2_000
    where await attempt({ () async throws(PageStoreError) in
      _ = try await store.rotate(page, by: .clockwise)
    }) == false { return }
  }

  /// Stores pages until there is no space.
  private func ingest(
    _ store: PageStore, _ numbers: Range<Int>, byteCount: Int
  ) async throws(PageStoreError) {
    let document = try await store.documents()[0].id
    for number in numbers {
      let isDone = await attempt { () async throws(PageStoreError) in
        let input = PageInput.bytes(Self.bytes(number, byteCount))
        let page = try await store.append(input, to: document)
        StoreChild.say("stored \(page.id.rawValue) \(number)")
      }
      guard isDone else { return }
    }
  }

  /// Stages pages until there is no space, adds half of them once some are discarded, and keeps the
  /// others to the end of the process.
  private func stage(_ store: PageStore) async throws(PageStoreError) {
    let document = try await store.createDocument(title: "staged").id
    var staged: [StagedPage] = []
    for number in 0..<200 {
      let isDone = await attempt { () async throws(PageStoreError) in
        staged.append(try await store.stage(.bytes(Self.bytes(number, 60_000))))
      }
      guard isDone else { break }
    }
    for page in staged.suffix(10) { page.discard() }
    for (number, page) in staged.prefix(5).enumerated() {
      let change = StoreChangeset(insertions: [.init(index: number, page: page)])
      try await store.apply(change, to: document)
      StoreChild.say("stored \(page.id.rawValue) \(number)")
    }
  }

  private func attempt(_ body: () async throws(PageStoreError) -> Void) async -> Bool {
    do throws(PageStoreError) {
      try await body()
      return true
    } catch {
      StoreChild.say("\(error.code) \(error)")
      return false
    }
  }

  private func list(_ store: PageStore) async throws(PageStoreError) {
    let document = try await store.documents()[0]
    for page in try await store.pages(in: 0..<document.pageCount, of: document.id) {
      let bytes = try await store.bytes(of: page.id)
      let number = Int(bytes.last ?? 0)
      let isSame = bytes == Self.bytes(number, bytes.count)
      StoreChild.say("page \(page.id.rawValue) \(isSame ? number : -1)")
    }
  }

  /// Creates a document of three pages, and deletes a second one with 120 copies of them and one
  /// more page: purging these needs more space in the records than is left in a block.
  private func makeCopies(_ store: PageStore) async throws(PageStoreError) {
    for (title, numbers) in [("first", [0, 1, 2]), ("copies", (0..<120).map { $0 % 3 } + [7])] {
      let inputs = numbers.map { PageInput.bytes(Self.bytes($0, 3_000)) }
      let (document, _) = await store.ingest(inputs, intoNewDocumentTitled: title)
      StoreChild.say("made \(document?.id.rawValue ?? 0) \(document?.pageCount ?? 0)")
    }
    try await store.deleteDocument(try await store.documents()[1].id)
  }

  private func emptyTrash(_ store: PageStore) async throws(PageStoreError) {
    StoreChild.say("purged \(try await store.purge(deletedBefore: .distantFuture))")
  }

  /// Repairs the store without its catalog, so that only the records describe its contents.
  private func repair() async throws(PageStoreError) {
    for name in ["", "-wal", "-shm"] { unlink("\(path)/catalogue.sqlite\(name)") }
    _ = try await PageStore.repair(at: path)
    let store = try await PageStore.open(at: path)
    for document in try await store.documents() + store.trashedDocuments() {
      StoreChild.say("document \(document.title) \(document.pageCount)")
    }
    await store.close()
    StoreChild.say("end repair")
  }

  /// Deletes all pages under keys, one by one while others take the space that comes free, and
  /// ends like a killed process.
  private func deleteAll(_ store: PageStore) async throws(PageStoreError) {
    let document = try await store.documents()[0]
    for page in try await store.pages(in: 0..<document.pageCount, of: document.id) {
      try await store.repeatable("delete \(page.id.rawValue)", .delete([page.id]))
      StoreChild.say("deleted \(page.id.rawValue)")
    }
    StoreChild.say("end delete all")
    kill(getpid(), SIGKILL)
  }

  /// Deletes the first pages, and purges them.
  private func delete(
    _ store: PageStore, _ delete: (PageID) async throws(PageStoreError) -> Void
  ) async throws(PageStoreError) {
    let document = try await store.documents()[0].id
    for page in try await store.pages(in: 0..<5, of: document) {
      try await delete(page.id)
      StoreChild.say("deleted \(page.id.rawValue)")
    }
    StoreChild.say("purged \(try await store.purge(deletedBefore: .distantFuture))")
  }
}
