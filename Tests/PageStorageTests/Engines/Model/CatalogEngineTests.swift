// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryTestSupport
import Testing

@testable import PageStorage

/// The rules of the store on two engines: SQLite, and dictionaries whose rows are loaded on demand.
@Suite struct CatalogEngineTests {
  @Test func bothEnginesHaveTheSameDocuments() {
    checkProperty(
      seed: 907, runs: 20,
      generate: { random in
        (0..<Int.random(in: 1...40, using: &random)).map { _ in
          CatalogStep.random(using: &random)
        }
      }, shrink: { $0.shrinks }, check: { try problem(after: $0) })
  }

  private func problem(after steps: [CatalogStep]) throws -> String? {
    let queue = try DatabaseQueue()
    try queue.write { db in
      for step in CatalogSchema.steps { try step(db) }
      try db.set(.page, to: 1)
    }
    var tables = TableCatalog.Tables()
    tables.counters[.page] = 1
    for (number, step) in steps.enumerated() {
      let expected = try queue.write { db in try step.make(in: db) }
      let found = try TableCatalog.run(on: &tables) { try step.make(in: $0) }.result
      guard found == expected else { return "step \(number): \(found), not \(expected)" }
    }
    let expected = try queue.read { db in try CatalogSummary.lines(of: db) }
    let found = try CatalogSummary.lines(of: TableCatalog(tables))
    let difference = zip(expected, found).first { $0 != $1 }
    if let difference { return "\(difference.1), not \(difference.0)" }
    return expected.count == found.count ? nil : "\(found.count) lines, not \(expected.count)"
  }

  @Test func aTransactionRunsAgainForEachRowThatItAsksFor() throws {
    var tables = TableCatalog.Tables()
    let (document, runCount) = try TableCatalog.run(on: &tables) { db in
      try DocumentRow.insert(db, title: "Lease", metadata: [:])
    }
    // The last number of a document and that of a change were not at hand.
    #expect(runCount == 3)
    #expect(tables.documents.keys.map(\.rawValue) == [document.rawValue])
    #expect(tables.changes.values.map(\.number) == [1])
  }
}
