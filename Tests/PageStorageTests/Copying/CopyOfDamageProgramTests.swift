// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Random damage of a store that was copied before: the copy keeps all of it.
@Suite struct CopyOfDamageProgramTests {
  /// What happens to the row of one page, or of one original.
  struct Damage {
    let statement: String
    let page: Int

    static func random(ofPages count: Int, using random: inout SeededGenerator) -> Self {
      let page = Int.random(in: 1...count, using: &random)
      let statement = [
        "DELETE FROM page WHERE id = \(page)",
        "UPDATE page SET checksum = checksum + 1 WHERE id = \(page)",
        "DELETE FROM original WHERE id = \(page)",
        "UPDATE original SET checksum = checksum + 1 WHERE id = \(page)",
      ].randomElement(using: &random)
      return Self(statement: statement ?? "", page: page)
    }
  }

  private static let pageCount = 24

  @Test(arguments: [false, true]) func nothingOfACopyIsLost(isServedFirst: Bool) async {
    await checkProperty(
      seed: 912, runs: 8,
      generate: { random in
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
          Damage.random(ofPages: Self.pageCount, using: &random)
        }
      },
      check: { damage in
        do {
          return try await problem(after: damage, isServedFirst)
        } catch {
          return "\(error)"
        }
      })
  }

  /// Three documents of pages with bytes of their own; every third page is in the trash.
  private func fill(_ store: PageStore) async throws {
    var documents: [DocumentID] = []
    for number in 0..<3 { documents.append(try await store.createDocument(title: "\(number)").id) }
    for number in 1...Self.pageCount {
      let page = try await store.append(TestPage.input(number), to: documents[number % 3]).id
      // Numbers of pages and originals are the same.
      guard page.rawValue == UInt64(number) else { throw PageStoreError.cancelled }
    }
    for number in stride(from: 2, through: Self.pageCount, by: 3) {
      _ = try await store.delete(PageID(UInt64(number)))
      if number > 12 { _ = try await store.restore(PageID(UInt64(number))) }
    }
  }

  private func problem(after damage: [Damage], _ isServedFirst: Bool) async throws -> String? {
    let (folder, other) = (try TestFolder(), try TestFolder())
    let configuration = PageStoreConfiguration(reserveByteCount: 0)
    func open() async throws -> (source: PageStore, target: PageStore) {
      let local = try await PageStore.open(at: other.store, configuration: configuration)
      let tested = try await folder.open()
      return isServedFirst ? (tested, local) : (local, tested)
    }
    var (source, target) = try await open()
    try await fill(source)
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    let lines = try await CopySummary.lines(of: target)
    await source.close()
    await target.close()
    // A page of the trash of which neither a row nor an original is left might have been purged.
    var damaged: Set<Int> = []
    for one in damage where damaged.insert(one.page).inserted {
      if isServedFirst {
        try await folder.alterRows(one.statement)
      } else {
        try await other.alterRows(one.statement, isServed: false)
      }
    }
    (source, target) = try await open()
    copy = StoreCopy(of: source, to: target)
    let report = try await copy.run()
    let named = report.problems.compactMap { problem -> Int? in
      guard case .corrupted(.page(let page)) = problem.error else { return nil }
      return Int(page.rawValue)
    }
    defer { withExtendedLifetime((folder, other)) {} }
    guard try await CopySummary.lines(of: target) == lines else { return "the copy has changed" }
    guard try await target.isSound() else { return "the copy is not sound" }
    await source.close()
    await target.close()
    return named.sorted() == damaged.sorted() ? nil : "\(named) are named"
  }
}
