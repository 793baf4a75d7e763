// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryModel
import Testing

@testable import PageStorage

/// More problems than a report lists.
@Suite struct ManyProblemsTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Problems of one kind do not displace other kinds from the list.
  @Test func theRestIsCounted() async throws {
    var store = try await folder.open()
    let document = try await store.createDocument(title: "Lease").id
    let page = try await store.append(TestPage.input(1), to: document).id
    await store.close()
    let count = VerificationReport.listedProblemLimit + 2_500
    try await folder.changeCatalog { db in
      try db.execute(
        sql: """
          WITH RECURSIVE c(x) AS (VALUES (1000) UNION ALL SELECT x + 1 FROM c) \
          INSERT INTO pageMetadata (id, content, checksum) SELECT x, 'x', 0 FROM c LIMIT \(count)
          """)
      try db.execute(sql: "UPDATE page SET checksum = 0")
    }
    store = try await folder.open()
    let report = try await store.verify()
    #expect(report.problems.count == VerificationReport.listedProblemLimit + 1)
    #expect(report.unlistedProblemCount == 2_500)
    #expect(report.problemCount == count + 1 && !report.isSound)
    #expect(report.problems.contains(.page(page)))
    #expect(report.problems.contains(.metadata(PageID(1000))))
    #expect(!report.problems.contains(.metadata(PageID(UInt64(999 + count)))))
    await store.close()
    try await PageStore.repair(at: folder.store)
    store = try await folder.open()
    #expect(try await store.verify().problemCount == 0)
    await store.close()
  }
}
