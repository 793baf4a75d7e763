// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Foundation
  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// Lost pages, and damaged entries of originals.
  extension RowRepairTests {
    @Test(arguments: [
      "DELETE FROM page WHERE id = 2", "UPDATE page SET id = -2 WHERE id = 2",
      "UPDATE page SET original = 99 WHERE id = 2",
      "DELETE FROM original WHERE id = (SELECT original FROM page WHERE id = 2)",
      "UPDATE original SET digest = 'x' WHERE id = (SELECT original FROM page WHERE id = 2)",
      "UPDATE original SET id = 99 WHERE id = (SELECT original FROM page WHERE id = 2)",
    ])
    func theBytesOfALostPageAreAPageOfTheirOwn(sql: String) async throws {
      let report = try await report(after: [sql])
      #expect(report.lostPages.contains(PageID(2)) && report.recoveredPages.count == 1)
      try await expectPages([1, 3])
      let new = try #require(try await store.documentIDs().last)
      #expect(try await store.document(new).title == "Recovered pages")
      #expect(try await store.bytes(of: report.recoveredPages[0]) == TestPage.png(1))
    }

    @Test(arguments: ["byte_count = 9", "byte_count = -9", "header = 'x'", "damage = 'old'"])
    func theRowOfAnOriginalIsReadFromItsBytes(change: String) async throws {
      let before = try await store.pages(in: 0..<3, of: document).map(\.header)
      let report = try await report(
        after: [
          "UPDATE original SET \(change) WHERE id = (SELECT original FROM page WHERE id = 2)"
        ])
      #expect(report.repairedPages == [PageID(2)])
      try await expectPages([1, 2, 3])
      let pages = try await store.pages(in: 0..<3, of: document)
      #expect(pages.map(\.header) == before && pages.allSatisfy { $0.damage == nil })
    }

    /// The page is damaged, and the bytes become another one.
    @Test func anOriginalWithAnotherDigestIsLost() async throws {
      try await damaged.schema.run(
        "UPDATE original SET digest = sha256('x') "
          + "WHERE id = (SELECT original FROM page WHERE id = 2)")
      let report = try await store.repair()
      #expect(report.damagedPages == [PageID(2)] && report.recoveredPages.count == 1)
      try await expectPages([1, 2, 3])
      #expect(try await store.pages(in: 1..<2, of: document)[0].damage != nil)
      #expect(try await store.bytes(of: report.recoveredPages[0]) == TestPage.png(1))
    }

    /// Their bytes were put before, as those that a purge removes after a day.
    @Test(arguments: [
      "DELETE FROM original WHERE id = (SELECT original FROM page WHERE id = 2)",
      "DELETE FROM page WHERE id = 2",
    ])
    func theBytesOfLostPagesAreKeptFromPurges(sql: String) async throws {
      let digest = try await store.pages(in: 1..<2, of: document)[0].digest
      try await damaged.schema.run(
        "INSERT INTO loose_original VALUES (decode('\(digest)', 'hex'), 0, NULL)")
      let report = try await report(after: [sql])
      try await store.purge(deletedBefore: .distantFuture)
      #expect(report.recoveredPages.count == 1)
      #expect(try await store.bytes(of: report.recoveredPages[0]) == TestPage.png(1))
      let notes = try await damaged.schema.run("SELECT 1 FROM loose_original WHERE time = 0")
      #expect(notes.isEmpty)
    }

    /// Above the numbers of JavaScript.
    @Test func aPageKeepsNoExtremeNumber() async throws {
      let report = try await report(
        after: ["UPDATE page SET id = 9007199254740993 WHERE id = 2"])
      #expect(report.lostPages.contains(PageID(2)) && report.recoveredPages.count == 1)
      #expect(try await store.append(TestPage.input(9), to: document).id.rawValue < 10_000)
    }
  }
#endif
