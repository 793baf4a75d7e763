// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// Random damage of many rows: after the repair nothing is lost and the store takes edits.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct RowRepairProgramTests {
    @Test func noPageIsLostWithAnyRows() async {
      await checkProperty(
        seed: 7_310, runs: 60,
        generate: { random in
          (0..<Int.random(in: 1...8, using: &random)).map { _ in RowDamage.random(using: &random) }
        },
        check: { damages in
          do {
            return try await problem(after: damages)
          } catch {
            return "\(error)"
          }
        })
    }

    /// The first document has more pages than a node.
    private func problem(after damages: [RowDamage]) async throws -> String? {
      let damaged = try await DamagedServedStore(pageCount: 140, originalCount: 5)
      let store = damaged.store
      let other = try await store.createDocument(title: "Other").id
      for number in 0..<3 { _ = try await store.append(TestPage.input(200 + number), to: other) }
      let (before, bytes) = (try await pages(in: store), try await contents(of: store))
      let order = try await store.ids(of: damaged.document)
      for damage in damages { try await damaged.schema.run(damage.sql) }
      let report = try await store.repair()
      guard report.unrepairedProblems.isEmpty else { return "\(report.unrepairedProblems)" }
      let problems = try await store.verify().problems
      guard problems.isEmpty else { return "\(problems)" }
      guard try await store.repair().isEmpty else { return "the second repair has found something" }
      let after = try await pages(in: store)
      guard after == before else { return "pages: \(after.symmetricDifference(before))" }
      guard try await contents(of: store) == bytes else { return "pages have other bytes" }
      let isOrderKnown = !damages.contains { $0.kind.rawValue.contains(" node") }
      let isSame = try await store.ids(of: damaged.document) == order
      guard isSame || !isOrderKnown else { return "the pages are in another order" }
      let new = try await store.append(TestPage.input(300), to: other).id
      guard !before.contains(new) else { return "the number of a page is used again" }
      try await store.move(new, to: 0)
      guard try await store.verify().isSound else { return "edits damage the store" }
      await store.close()
      return nil
    }

    /// All pages, in the trash or not, also of documents in the trash.
    private func pages(in store: PageStore) async throws -> Set<PageID> {
      Set(try await contents(of: store).keys)
    }

    private func contents(of store: PageStore) async throws -> [PageID: ContentDigest] {
      var found: [PageID: ContentDigest] = [:]
      for document in try await store.documentIDs() {
        let wasTrashed = try await store.document(document).trashed != nil
        if wasTrashed { try await store.restoreDocument(document) }
        let count = try await store.document(document).pageCount
        let pages = try await store.pages(in: 0..<count, of: document)
        for page in try await pages + store.trash(of: document) {
          guard found.updateValue(page.digest, forKey: page.id) == nil else {
            throw RepeatedPage(id: page.id)
          }
        }
      }
      return found
    }

    private struct RepeatedPage: Error { let id: PageID }
  }
#endif
