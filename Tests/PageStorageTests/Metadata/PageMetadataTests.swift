// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import Testing

@testable import PageStorage

/// The data stored with pages besides their bytes.
@Suite struct PageMetadataTests {
  let folder: TestFolder
  let store: PageStore
  let document: DocumentID

  init() async throws {
    folder = try TestFolder()
    store = try await folder.open()
    document = try await store.createDocument(title: "Lease").id
  }

  private func described(_ number: Int, _ metadata: PageMetadata) -> PageInput {
    var input = TestPage.input(number)
    input.metadata = metadata
    return input
  }

  private static let full = PageMetadata(
    fileName: "Scan 7 ü.jpg", source: "scanner 2",
    captured: CaptureTime("2024-05-01T10:30:00+02:00"),
    fields: ["invoice": "17/34", "text": "a\nb\u{0}\"\\", "": ""])

  // MARK: - Encoding

  @Test func theyAreEncodedAsOneObject() throws {
    let text = try Self.full.stored
    #expect(
      text
        == #"{"captured":"2024-05-01T10:30:00+02:00","fields":{"":"","invoice":"17/34","text":"a\nb\u0000\"\\"},"fileName":"Scan 7 ü.jpg","source":"scanner 2"}"#
    )
    #expect(PageMetadata(stored: text) == Self.full)
    #expect(try PageMetadata().stored == "{}")
    #expect(PageMetadata(stored: "{}")?.isEmpty == true)
  }

  @Test(arguments: [
    "", "x", "[]", "17", "{\"fileName\":17}", "{\"fields\":[]}", "{\"fields\":{\"a\":1}}",
    "{\"captured\":\"yesterday\"}", String(repeating: "[", count: 4_000),
    "{\"source\":\"" + String(repeating: "x", count: 4_096) + "\"}",
  ])
  func whatIsNoneIsNotRead(text: String) { #expect(PageMetadata(stored: text) == nil) }

  @Test func fourKiBAreTheLimit() async throws {
    let overhead = "{\"source\":\"\"}".utf8.count
    let longest = PageMetadata(source: String(repeating: "x", count: 4_096 - overhead))
    let page = try await store.append(described(1, longest), to: document).id
    #expect(try await store.metadata(of: page) == longest)
    var longer = longest
    longer.source? += "x"
    let failure = PageStoreError.limitExceeded(
      .pageMetadataByteCount, found: 4_097, allowed: 4_096)
    #expect(
      failure.description
        == "There are 4097 bytes of metadata of one page; at most 4096 are allowed.")
    await #expect(throws: failure) { try await store.setMetadata(longer, of: page) }
    await #expect(throws: failure) { try await store.append(described(2, longer), to: document) }
    // Each character takes six bytes.
    let escaped = PageMetadata(fields: ["a": String(repeating: "\u{1}", count: 700)])
    await #expect(throws: PageStoreError.self) { try await store.setMetadata(escaped, of: page) }
    #expect(try await store.metadata(of: page) == longest)
    #expect(try await store.document(document).pageCount == 1)
  }

  @Test func thoseOfManyPagesAreReadInParts() async throws {
    let inputs = (0..<40).map { described($0, PageMetadata(source: "\($0)")) }
    let pages = try await store.ingest(inputs, into: document).map { try $0.get().id }
    let many = Array(repeatElement(pages, count: 60).joined())
    let found = try await store.metadata(of: many)
    #expect(found.count == 40 && pages.enumerated().allSatisfy { found[$1]?.source == "\($0)" })
    let sound = try await store.soundMetadata(of: many + [PageID(7_777)])
    #expect(sound.metadata == found && sound.damaged == [])
    await #expect(throws: PageStoreError.notFound(.page(PageID(7_777)))) {
      try await store.metadata(of: many + [PageID(7_777)])
    }
  }

  @Test func onePageWithTooMuchKeepsNoOtherOut() async throws {
    let long = PageMetadata(source: String(repeating: "x", count: 5_000))
    let outcomes = await store.ingest(
      [TestPage.input(1), described(2, long), TestPage.input(3)], into: document)
    #expect(outcomes.map { (try? $0.get()) != nil } == [true, false, true])
  }

  // MARK: - Arriving

  @Test func aFileKeepsItsName() async throws {
    let names = [
      "scan 7.png", "a\u{1b}[31m\nb.png", "no extension", String(repeating: "é", count: 127),
    ]
    var pages: [PageID] = []
    for (number, name) in names.enumerated() {
      let path = folder.path + "/" + name
      try Data(TestPage.png(number)).write(to: URL(fileURLWithPath: path))
      pages.append(try await store.append(.file(path), to: document).id)
    }
    let found = try await store.metadata(of: pages)
    #expect(pages.map { found[$0]?.fileName } == names)
    #expect(PageInput.file("/tmp/a//").metadata.fileName == "a")
    #expect(PageInput.file("/").metadata.isEmpty)
    #expect(TestPage.input(1).metadata.isEmpty)
  }

  @Test func theTimeOfTheImageIsKeptUnlessAnotherIsTold() async throws {
    let bytes = TestPage.dated(7)
    let page = try await store.append(.bytes(bytes), to: document).id
    #expect(try await store.metadata(of: page).captured?.description == "2024-05-01T10:30:00Z")
    var input = PageInput.bytes(bytes)
    input.metadata.captured = CaptureTime("1999-01-01T00:00:00")
    let told = try await store.append(input, to: document).id
    #expect(try await store.metadata(of: told).captured?.description == "1999-01-01T00:00:00")
  }

  @Test func everyKindOfIngestKeepsThem() async throws {
    let one = try await store.append(described(1, Self.full), to: document).id
    let outcomes = await store.ingest([described(2, Self.full)], into: document)
    let made = await store.ingest([described(3, Self.full)], intoNewDocumentTitled: "New")
    var stream = PageInput.stream(Chunks(bytes: TestPage.png(4)))
    stream.metadata = Self.full
    let streamed = try await store.append(stream, to: document).id
    let staged = try await store.stage(described(5, Self.full))
    #expect(staged.metadata == Self.full)
    try await store.apply(
      StoreChangeset(insertions: [.init(index: 0, page: staged)]), to: document)
    let once = try await store.insertWithoutDuplicates(
      [try await store.stage(described(6, Self.full))], into: .document(document),
      rules: DocumentRules(title: ""))
    let pages =
      [one, streamed, staged.id] + once.stored.map(\.id)
      + (try (outcomes + made.outcomes).map { try $0.get().id })
    let found = try await store.metadata(of: pages)
    #expect(pages.count == 6 && pages.allSatisfy { found[$0] == Self.full })
    #expect(try await store.isSound())
  }

  private struct Chunks: AsyncSequence, Sendable {
    let bytes: [UInt8]
    func makeAsyncIterator() -> AsyncStream<[UInt8]>.Iterator {
      AsyncStream { continuation in
        continuation.yield(bytes)
        continuation.finish()
      }.makeAsyncIterator()
    }
  }

  @Test func bytesThatWereNotAnnouncedAreRefused() async throws {
    let digest = try await store.append(TestPage.input(1), to: document).digest
    let other = try await store.append(TestPage.input(2), to: document).digest
    var (right, wrong) = (TestPage.input(1), PageInput.stream(Chunks(bytes: TestPage.png(2))))
    (right.digest, wrong.digest) = (digest, digest)
    let outcomes = await store.ingest([right, wrong, right], into: document)
    #expect(outcomes.map { (try? $0.get())?.digest } == [digest, nil, digest])
    #expect(throws: PageStoreError.otherDigest(expected: digest, found: other)) {
      try outcomes[1].get()
    }
  }

  @Test func aPageMayComeTurned() async throws {
    var input = TestPage.input(1)
    input.rotation = .clockwise
    let page = try await store.append(input, to: document)
    #expect(page.rotation == .clockwise && page.contentVersion == 0)
    #expect(page.aspectRatio == 1 / TestPage.aspectRatio(1))
    #expect(try await store.aspectRatio(of: page.id) == page.aspectRatio)
    #expect(try await store.isSound())
  }

  // MARK: - Changing

  @Test func aChangeLeavesThePageAsItWas() async throws {
    let page = try await store.append(TestPage.input(1), to: document)
    let before = (try await store.document(document), try await store.version())
    try await store.setMetadata(Self.full, of: page.id)
    #expect(try await store.metadata(of: page.id) == Self.full)
    #expect(try await store.page(page.id) == page)
    let after = try await store.document(document)
    #expect(after.revision == before.0.revision && after.modified >= before.0.modified)
    #expect(try await store.version() == before.1 + 1)
    var changes = store.changes(after: before.1).makeAsyncIterator()
    let change = try await changes.next()
    #expect(change?.kind == .pageMetadataChanged && change?.document == document)
    #expect(change?.pages == [page.id] && change?.revision == nil)
    // Setting the same values again is not a change.
    try await store.setMetadata(Self.full, of: page.id)
    #expect(try await store.version() == before.1 + 1)
    try await store.setMetadata(PageMetadata(), of: page.id)
    #expect(try await store.metadata(of: page.id).isEmpty)
    #expect(try await store.metadata(of: [page.id]).isEmpty)
    #expect(try await store.isSound())
  }

  @Test func entityTagsStay() async throws {
    let page = try await store.append(TestPage.input(1), to: document)
    let tag = try await store.page(page.id).entityTag
    try await store.setMetadata(Self.full, of: page.id)
    #expect(try await store.page(page.id).entityTag == tag)
  }

  @Test func lettersThatLookAlikeAreOtherOnes() async throws {
    let page = try await store.append(described(1, PageMetadata(source: "\u{e9}")), to: document).id
    try await store.setMetadata(PageMetadata(source: "e\u{301}"), of: page)
    #expect(Array(try await store.metadata(of: page).source?.utf8 ?? "".utf8).count == 3)
  }

  @Test func manyPagesChangeAtOnceOrNotAtAll() async throws {
    let outcomes = await store.ingest((0..<300).map { TestPage.input($0) }, into: document)
    let pages = try outcomes.map { try $0.get().id }
    let version = try await store.version()
    let found = try await store.updateMetadata(of: pages) { $0.fields["box"] = "7" }
    #expect(found.count == 300 && found[pages[7]]?.fields == ["box": "7"])
    #expect(try await store.version() == version + 1)
    var changes = store.changes(after: version).makeAsyncIterator()
    let change = try await changes.next()
    #expect(change?.kind == .pageMetadataChanged && change?.pages == nil)
    await #expect(throws: PageStoreError.notFound(.page(PageID(99_999)))) {
      try await store.updateMetadata(of: pages + [PageID(99_999)]) { $0.source = "x" }
    }
    #expect(try await store.metadata(of: pages[0]).source == nil)
    try await store.deleteDocument(document)
    await #expect(throws: PageStoreError.notFound(.document(document))) {
      try await store.setMetadata(Self.full, of: pages[0])
    }
  }

  @Test func pagesThatAreNotThereHaveNone() async throws {
    let missing = PageID(17)
    await #expect(throws: PageStoreError.notFound(.page(missing))) {
      try await store.metadata(of: missing)
    }
    await #expect(throws: PageStoreError.notFound(.page(missing))) {
      try await store.setMetadata(PageMetadata(), of: missing)
    }
  }

  // MARK: - Edits

  @Test func otherBytesBringTheirNameAndTime() async throws {
    let page = try await store.append(described(1, Self.full), to: document).id
    var other = PageInput.bytes(TestPage.dated(2))
    other.metadata = PageMetadata(fileName: "better.png", fields: ["invoice": "18"])
    try await store.replace(page, with: other)
    let found = try await store.metadata(of: page)
    #expect(found.fileName == "better.png" && found.source == "scanner 2")
    #expect(found.captured?.description == "2024-05-01T10:30:00Z")
    #expect(found.fields["invoice"] == "18" && found.fields["text"] == Self.full.fields["text"])
    #expect(try await store.isSound())
  }

  @Test(.folderOnly) func theyGoWhereThePageGoes() async throws {
    let page = try await store.append(described(1, Self.full), to: document).id
    let other = try await store.append(described(2, PageMetadata(source: "b")), to: document).id
    try await store.delete(page)
    #expect(try await store.metadata(of: page) == Self.full)
    try await store.setMetadata(PageMetadata(source: "trash"), of: page)
    try await store.restore(page)
    #expect(try await store.metadata(of: page).source == "trash")
    let copy = try await store.duplicate(document)
    let copies = try await store.pageIDs(of: copy.id)
    #expect(try await store.metadata(of: copies)[copies[1]]?.source == "b")
    let half = try await store.split(document, at: 1, title: "Half")
    #expect(try await store.metadata(of: other).source == "b")
    try await store.merge(half.id, into: document)
    #expect(try await store.metadata(of: other).source == "b")
    try await store.delete(page)
    try await store.purge(deletedBefore: .distantFuture)
    await #expect(throws: PageStoreError.notFound(.page(page))) {
      try await store.metadata(of: page)
    }
    #expect(try await store.isSound())
    await store.close()
    let count = try await folder.changeCatalog { db in
      try db.integer("SELECT COUNT(*) FROM pageMetadata")
    }
    #expect(count == 3)
  }

  @Test(.folderOnly) func aBackupHasThem() async throws {
    let page = try await store.append(described(1, Self.full), to: document).id
    let report = try await store.backup(to: folder.path + "/backup")
    #expect(report.verification.isSound)
    let backup = try await PageStore.open(
      at: folder.path + "/backup", configuration: PageStoreConfiguration(access: .readOnly))
    #expect(try await backup.metadata(of: page) == Self.full)
    await backup.close()
    // Its records contain them too.
    try FileManager.default.removeItem(atPath: folder.path + "/backup/catalogue.sqlite")
    try await PageStore.repair(at: folder.path + "/backup")
    let repaired = try await PageStore.open(at: folder.path + "/backup")
    #expect(try await repaired.metadata(of: page) == Self.full)
  }

  @Test func theyAreThereAfterOpeningAgain() async throws {
    let page = try await store.append(described(1, Self.full), to: document).id
    await store.close()
    let again = try await folder.open { $0.access = .readOnly }
    #expect(try await again.metadata(of: page) == Self.full)
    await #expect(throws: PageStoreError.readOnly) {
      try await again.setMetadata(PageMetadata(), of: page)
    }
  }
}

extension TestPage {
  /// A page that states its capture time.
  static func dated(_ number: Int) -> [UInt8] {
    let bytes = png(number)
    // After the header, which ends at byte 33: tIME of 7 bytes, with its checksum.
    let chunk: [UInt8] =
      [0, 0, 0, 7] + Array("tIME".utf8) + [0x07, 0xE8, 5, 1, 10, 30, 0] + [0x9F, 0x49, 0x61, 0x53]
    return Array(bytes[..<33]) + chunk + bytes[33...]
  }
}
