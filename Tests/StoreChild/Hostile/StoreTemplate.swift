// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import PageStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The store that is damaged in copies: small, with everything that a store can contain.
///
/// 1. "Archive" has 150 pages, so that its order has inner nodes.
/// 2. "Lease" was edited: rotations, moves, a replaced page, duplicates, pages in the trash.
/// 3. "Letters" was split off, and received pages of a merged document, which was removed.
/// 4. "Old" is in the trash.
/// 5. "Copy" shares its originals with another document.
///
/// Most pages have metadata; some of those of "Lease" were changed or removed. Two edits have
/// receipts.
struct StoreTemplate {
  /// Every title that a document ever had.
  static let titles: Set = [
    "Archive", "Scan 1", "Lease", "Letters", "Appendix", "Old", "Copy", "Archive of letters",
    "Copy me",
  ]

  static let configuration = PageStoreConfiguration(
    lockTimeout: .seconds(1), reserveByteCount: 64 << 10, thumbnailByteCount: 1 << 20)

  /// Creates the store.
  ///
  /// - Parameters:
  ///   - path: Its folder.
  ///   - isKilled: Whether the process ends with changes in the catalog's log.
  /// - Throws: `PageStoreError`.
  static func make(at path: String, isKilled: Bool) async throws(PageStoreError) {
    let store = try await PageStore.open(at: path, configuration: configuration)
    let template = Self(store: store)
    try await template.fill()
    await store.close()
    guard isKilled else { return }
    let killed = try await PageStore.open(at: path, configuration: configuration)
    try await Self(store: killed).change()
    // Releasing the last reference would close the store and remove its log.
    withExtendedLifetime(killed) { _ = kill(getpid(), SIGKILL) }
  }

  private let store: PageStore

  private func fill() async throws(PageStoreError) {
    let archive = try await document("Archive", 0..<150)
    try await rotate([3, 77, 149].map { archive.pages[$0] }, by: .clockwise)
    try await store.move(archive.pages[140], to: 2)
    try await editLease()
    try await editLetters()
    let old = try await document("Old", 190..<193)
    try await store.deleteDocument(old.id)
    _ = try await store.duplicate(try await document("Copy me", 200..<203).id, title: "Copy")
    _ = try await store.thumbnail(of: archive.pages[0], style: .strip(height: 12))
  }

  private func editLease() async throws(PageStoreError) {
    let lease = try await document("Scan 1", Array(150..<168) + [150, 151, 0, 1])
    _ = try await store.updateDocument(
      lease.id, title: "Lease", metadata: ["from": "Küche", "box": "17", "note": "two\nlines"])
    try await store.repeatable("rotate", .rotate(lease.pages[1], by: .clockwise))
    try await store.rotate(lease.pages[2], by: .half)
    try await rotate([lease.pages[5], lease.pages[6]], by: .counterclockwise)
    try await store.repeatable("move", .move(lease.pages[9], to: 0))
    try await store.move(lease.pages[0], to: 12)
    _ = try await store.replace(lease.pages[4], with: .bytes(PagePicture.bytes(300)))
    _ = try await store.replace(lease.pages[1], with: .bytes(PagePicture.bytes(301)))
    try await store.delete(lease.pages[7], lease.pages[8])
    try await store.delete(lease.pages[18])
    try await store.restore(lease.pages[8])
    try await store.updateMetadata(of: Array(lease.pages[2..<5])) { metadata in
      metadata.source = "Küche"
      metadata.fields = ["invoice": "17", "text": String(repeating: "words\n", count: 300)]
    }
    try await store.setMetadata(PageMetadata(), of: lease.pages[10])
  }

  private func editLetters() async throws(PageStoreError) {
    let letters = try await document("Archive of letters", 170..<180)
    let appendix = try await store.split(letters.id, at: 6, title: "Appendix")
    _ = try await store.append(.bytes(PagePicture.bytes(181)), to: appendix.id)
    _ = try await store.merge(appendix.id, into: letters.id)
    _ = try await store.split(letters.id, at: 3, title: "Letters")
    let pages = try await store.pageIDs(of: letters.id)
    try await store.delete(pages[0])
  }

  /// Makes changes that stay in the log when the process is killed.
  private func change() async throws(PageStoreError) {
    let documents = try await store.documents().sorted { $0.id.rawValue < $1.id.rawValue }
    let archive = try await store.pageIDs(of: documents[0].id)
    let lease = try await store.pageIDs(of: documents[1].id)
    for number in 400..<404 {
      _ = try await store.append(.bytes(PagePicture.bytes(number)), to: documents[1].id)
    }
    try await store.rotate(lease[3], by: .clockwise)
    try await rotate([archive[10], archive[90]], by: .half)
    try await store.move(archive[20], to: 120)
    try await store.move(lease[6], to: 1)
    _ = try await store.replace(lease[11], with: .bytes(PagePicture.bytes(410)))
    try await store.delete(lease[12], lease[13])
    _ = try await store.updateDocument(documents[0].id, metadata: ["moved": "yes"])
    try await store.rotate(lease[0], by: .clockwise)
    try await store.updateMetadata(of: [lease[2], archive[4]]) { $0.source = "late" }
    try await store.setMetadata(PageMetadata(), of: archive[5])
  }
}

extension StoreTemplate {
  private func rotate(_ pages: [PageID], by turns: QuarterTurns) async throws(PageStoreError) {
    for page in pages { try await store.rotate(page, by: turns) }
  }

  private func document(
    _ title: String, _ numbers: some Sequence<Int>
  ) async throws(PageStoreError) -> (id: DocumentID, pages: [PageID]) {
    let document = try await store.createDocument(title: title)
    let inputs = numbers.map { number in
      var input = PageInput.bytes(PagePicture.bytes(number))
      if number % 7 > 0 { input.metadata = PageMetadata(fileName: "scan-\(number).png") }
      return input
    }
    var pages: [PageID] = []
    for outcome in await store.ingest(inputs, into: document.id) {
      pages.append(try outcome.get().id)
    }
    return (document.id, pages)
  }
}
