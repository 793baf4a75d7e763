// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Crypto
  import Foundation
  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// Repairs of stores on servers.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct ServedRepairTests {
    private let schema: TestSchema
    private let folder: TestFolder
    private let store: PageStore
    private let document: DocumentID
    private let pages: [StoredPage]

    init() async throws {
      schema = try await TestSchema()
      folder = try TestFolder()
      store = try await PageStore.open(at: schema.location + "&objects=\(folder.objects)")
      document = try await store.createDocument(title: "Lease").id
      pages = try await store.ingest((0..<3).map { TestPage.input($0) }, into: document)
        .map { try $0.get() }
    }

    private func file(_ digest: ContentDigest) -> URL {
      URL(fileURLWithPath: "\(folder.objects)/\(ServedVerification.path(of: digest))")
    }

    /// Stores bytes without a row under a digest.
    private func put(_ bytes: [UInt8], as digest: ContentDigest) throws {
      try FileManager.default.createDirectory(
        at: file(digest).deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file(digest))
    }

    private func digest(_ bytes: [UInt8]) -> ContentDigest {
      ContentDigest(SHA256.hash(data: bytes))
    }

    @Test func aSoundStoreStaysAsItIs() async throws {
      let version = try await store.document(document).revision
      #expect(try await store.repair().isEmpty)
      #expect(try await PageStore.repair(at: store.path).isEmpty)
      #expect(try await store.documentIDs() == [document])
      #expect(try await store.document(document).revision == version)
    }

    @Test func bytesWithoutAPageBecomePagesOfANewDocument() async throws {
      let (page, text) = (TestPage.png(50), Array("no page".utf8))
      for bytes in [page, text] { try put(bytes, as: digest(bytes)) }
      // Under the name of other bytes.
      let altered = digest([1])
      try put([2], as: altered)
      let report = try await store.repair()
      #expect(report.recoveredPages.count == 2 && report.damagedPages.isEmpty)
      #expect(report.unrepairedProblems == [.orphan(path: ServedVerification.path(of: altered))])
      let new = try #require(try await store.documentIDs().last)
      #expect(try await store.document(new).title == "Recovered pages")
      let recovered = try await store.pages(in: 0..<2, of: new)
      #expect(Set(recovered.map(\.digest)) == [digest(page), digest(text)])
      #expect(recovered.filter { $0.damage == nil }.map(\.digest) == [digest(page)])
      #expect(
        try await store.verify().problems == [.orphan(path: ServedVerification.path(of: altered))])
      #expect(FileManager.default.fileExists(atPath: file(altered).path))
      #expect(try await store.repair().recoveredPages.isEmpty)
    }

    /// As after a backup was restored that was made while pages arrived: what the documentation says keeps them.
    @Test func arrivalsOfARestoredBackupAreKept() async throws {
      let page = TestPage.png(51)
      try put(page, as: digest(page))
      try await schema.run(
        "INSERT INTO loose_original VALUES (decode('\(digest(page))', 'hex'), 0, NULL)")
      #expect(try await store.verify().isSound, "a purge is going to remove it")
      try await schema.run("DELETE FROM loose_original")
      #expect(
        try await store.verify().problems
          == [.orphan(path: ServedVerification.path(of: digest(page)))])
      #expect(try await store.repair().recoveredPages.count == 1)
      try await store.purge(deletedBefore: .distantFuture)
      #expect(FileManager.default.fileExists(atPath: file(digest(page)).path))
      #expect(try await store.verify().isSound)
    }

    /// More originals than become pages in one change.
    @Test func repairsAtTheSameTimeAddEachOriginalOnce() async throws {
      let all = (0..<70).map { Array("text \($0)".utf8) }
      for bytes in all { try put(bytes, as: digest(bytes)) }
      let other = try await PageStore.open(at: store.path)
      async let first = store.repair()
      async let second = other.repair()
      let recovered = try await [first.recoveredPages, second.recoveredPages]
      #expect(recovered.joined().count == all.count)
      var found: [ContentDigest] = []
      for id in try await store.documentIDs() where id != document {
        found += try await store.pages(in: 0..<store.document(id).pageCount, of: id).map(\.digest)
      }
      #expect(found.count == all.count && Set(found) == Set(all.map(digest)))
      await other.close()
    }

    /// Both have found the same originals before either of them has added one.
    @Test func whatAnotherRepairHasAddedIsNotAddedAgain() async throws {
      let other = try await PageStore.open(at: store.path)
      let all = (0..<3).map { TestPage.png(70 + $0) }
      var added: [[PageID]] = []
      for (store, part) in [(store, all[...1]), (other, all[0...])] {
        var staged: [StagedPage] = []
        for bytes in part { staged.append(try await store.stage(.bytes(bytes))) }
        added.append(try await store.adopt(staged, into: nil, title: "Recovered").pages)
      }
      #expect(added.map(\.count) == [2, 1])
      let again = try await other.stage(.bytes(all[2]))
      let nothing = try await other.adopt([again], into: nil, title: "Recovered")
      #expect(nothing.document == nil && nothing.pages.isEmpty)
      #expect(try await store.documentIDs().count == 3)
      await other.close()
    }

    /// One whose image was damaged before its bytes were lost, and one that is no image.
    @Test func damagedImagesThatAreBackAreStillDamaged() async throws {
      let whole = TestPage.png(60)
      let damaged = [Array(whole.dropLast(20)), Array("no page".utf8)]
      let stored = try await store.ingest(
        damaged.map { .bytes($0) }, into: document, unreadable: .keepAsDamaged
      ).map { try $0.get() }
      _ = try await store.verify(decoding: true)
      let before = try await store.pages(in: 3..<5, of: document).map(\.damage)
      #expect(before.allSatisfy { $0 != nil })
      for page in stored { try FileManager.default.removeItem(at: file(page.digest)) }
      #expect(try await store.repair().damagedPages == stored.map(\.id))
      for (page, bytes) in zip(stored, damaged) { try put(bytes, as: page.digest) }
      #expect(try await store.verify().isSound)
      #expect(try await store.repair().damagedPages.isEmpty)
      #expect(try await store.pages(in: 3..<5, of: document).map(\.damage) == before)
    }

    @Test func pagesOfLostBytesAreMarkedUntilTheyAreBack() async throws {
      let bytes = try await store.bytes(of: pages[1].id)
      try FileManager.default.removeItem(at: file(pages[1].digest))
      try Data("other".utf8).write(to: file(pages[2].digest))
      let report = try await store.repair()
      #expect(report.damagedPages.sorted { $0.rawValue < $1.rawValue } == pages[1...].map(\.id))
      let marked = try await store.pages(in: 0..<3, of: document)
      #expect(marked.map { $0.damage == nil } == [true, false, false])
      try put(bytes, as: pages[1].digest)
      #expect(try await store.repair().damagedPages == [pages[2].id])
      #expect(
        try await store.pages(in: 0..<3, of: document).map { $0.damage == nil } == [
          true, true, false,
        ])
      _ = try await store.append(TestPage.input(2), to: document)
      #expect(try await store.verify().isSound)
      #expect(try await store.repair().isEmpty)
    }

    /// Another program may have stored pages beyond the limit of this one.
    @Test func aPageBeyondTheLimitIsNotLost() async throws {
      let (page, orphan) = (TestPage.png(1), [UInt8](repeating: 7, count: 100_000))
      try put(orphan, as: digest(orphan))
      var configuration = PageStoreConfiguration()
      configuration.maximumPageByteCount = page.count - 1
      let report = try await PageStore.repair(at: store.path, configuration: configuration)
      #expect(report.damagedPages.isEmpty && report.recoveredPages.isEmpty)
      #expect(
        report.unrepairedProblems == [
          .orphan(path: ServedVerification.path(of: digest(orphan)))
        ])
    }

    /// Something else answers, or is in the folder, than the originals of this store.
    @Test func nothingIsMarkedWithoutTheMarkOfTheOriginals() async throws {
      let identity = try #require(try await store.read { db in try db.counter(.identity) })
      let mark = OriginalsMark(identity: identity).digest
      for page in pages { try Data("html".utf8).write(to: file(page.digest)) }
      try Data("html".utf8).write(to: file(mark))
      await #expect {
        try await store.repair()
      } throws: { error in
        if case PageStoreError.unfitLocation = error { true } else { false }
      }
      #expect(try await store.pages(in: 0..<3, of: document).allSatisfy { $0.damage == nil })
    }

    @Test func aStoreThatWasOpenedForReadingIsNotRepaired() async throws {
      let reader = try await PageStore.open(
        at: store.path, configuration: PageStoreConfiguration(access: .readOnly))
      await #expect(throws: PageStoreError.readOnly) { try await reader.repair() }
      await reader.close()
    }
  }
#endif
