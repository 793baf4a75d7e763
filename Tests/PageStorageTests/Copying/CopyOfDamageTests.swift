// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Copies of a store that has lost rows, and copies that have lost some themselves.
@Suite struct CopyOfDamageTests {
  /// What may happen to a page.
  enum Loss: CaseIterable {
    case row, alteredRow, original, alteredOriginal, both

    /// The statements, for a page whose bytes no other page has.
    func statements(_ page: PageID) -> [String] {
      let id = page.rawValue
      // Pages and originals of these tests have the same numbers.
      return switch self {
      case .row: ["DELETE FROM page WHERE id = \(id)"]
      case .alteredRow: ["UPDATE page SET checksum = checksum + 1 WHERE id = \(id)"]
      case .original: ["DELETE FROM original WHERE id = \(id)"]
      case .alteredOriginal: ["UPDATE original SET checksum = checksum + 1 WHERE id = \(id)"]
      case .both: Self.row.statements(page) + Self.alteredOriginal.statements(page)
      }
    }
  }

  /// The copy is what is left of a page.
  @Test(arguments: [false, true], Loss.allCases)
  func whatTheStoreHasLostStaysInTheCopy(isServedFirst: Bool, loss: Loss) async throws {
    for place in [1, 2] {
      try await checkThatLostPagesStay(isServedFirst: isServedFirst, loss, place)
    }
  }

  private func checkThatLostPagesStay(
    isServedFirst: Bool, _ loss: Loss, _ place: Int
  ) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, pages) = try await pair.fill()
    var copy = StoreCopy(of: pair.source, to: pair.target)
    #expect(try await copy.run().problems.isEmpty)
    let lines = try await CopySummary.lines(of: pair.target)
    try await pair.alter(source: loss.statements(pages[place]))

    let problem = StoreCopyReport.Problem(
      document: document, error: .corrupted(.page(pages[place])))
    for _ in 0..<2 {
      copy = StoreCopy(of: pair.source, to: pair.target)
      let report = try await copy.run()
      #expect(report.problems == [problem])
      #expect(report.documentCount == 0)
      #expect(try await CopySummary.lines(of: pair.target) == lines)
    }
    // The rest of the document is copied as ever.
    let new = try await pair.source.append(TestPage.input(20), to: document).id
    #expect(try await copy.catchUp()?.problems == [problem])
    let present = pages.indices.filter { ![1, 4].contains($0) }.map { pages[$0] }
    #expect(try await pair.target.pageIDs(of: document) == present + [new])
    #expect(try await Set(pair.target.trash(of: document).map(\.id)) == [pages[1], pages[4]])
    for page in pages { _ = try await pair.target.bytes(of: page) }
    #expect(try await pair.target.isSound())
    await pair.close()
  }

  /// A new copy lacks that page, and nothing else.
  @Test(arguments: [false, true], Loss.allCases)
  func aNewCopyLacksOnlyWhatIsLost(isServedFirst: Bool, loss: Loss) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, pages) = try await pair.fill()
    try await pair.alter(source: loss.statements(pages[2]) + loss.statements(pages[4]))
    let report = try await pair.copy()
    // Nothing refers to a row of the trash that is gone.
    let isUnknown = loss == .row || loss == .both
    #expect(
      report.problems
        == (isUnknown ? [2] : [2, 4]).map {
          .init(document: document, error: .corrupted(.page(pages[$0])))
        })
    #expect(report.documentCount == 2 && report.pageCount == 7)
    #expect(try await pair.target.pageIDs(of: document) == [0, 3, 5].map { pages[$0] })
    #expect(try await pair.target.trash(of: document).map(\.id) == [pages[1]])
    #expect(try await pair.target.documents().map(\.pageCount) == [3, 3])
    #expect(try await pair.target.isSound())
    await pair.close()
  }

  /// What the copy has lost comes from the store again.
  @Test(arguments: [false, true], [Loss.row, .alteredRow, .original])
  func aDamagedCopyIsMended(isServedFirst: Bool, loss: Loss) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (_, pages) = try await pair.fill()
    _ = try await pair.copy()
    try await pair.alter(target: [1, 2].flatMap { loss.statements(pages[$0]) })
    #expect(try await pair.copy().problems.isEmpty)
    #expect(try await CopySummary.difference(of: pair.target, from: pair.source) == nil)
    #expect(try await pair.target.isSound())
    await pair.close()
  }

  /// What happens to the document in which pages are now, or to one of them.
  enum DestinationLoss: CaseIterable {
    case order, row, alteredPage

    func statement(_ document: DocumentID, _ page: PageID) -> String {
      switch self {
      case .order: "DELETE FROM node WHERE document = \(document.rawValue)"
      case .row: "DELETE FROM document WHERE id = \(document.rawValue)"
      case .alteredPage: "UPDATE page SET checksum = checksum + 1 WHERE id = \(page.rawValue)"
      }
    }
  }

  /// They have not arrived in the copy, which has them where they were.
  @Test(arguments: [false, true], DestinationLoss.allCases)
  func pagesThatHaveMovedStay(isServedFirst: Bool, loss: DestinationLoss) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, pages) = try await pair.fill()
    _ = try await pair.copy()
    let new = try await pair.source.split(document, at: 2, title: "Part").id
    try await pair.alter(source: [loss.statement(new, pages[3])])
    for _ in 0..<2 {
      #expect(try await !pair.copy().problems.isEmpty)
      for page in pages {
        _ = try await pair.target.bytes(of: page)
        #expect(try await pair.target.metadata(of: page).fileName == "\(page).png")
      }
      #expect(try await pair.target.isSound())
    }
    await pair.close()
  }

  /// Metadata are kept like pages, and copied again.
  @Test(arguments: [false, true])
  func damagedMetadataStay(isServedFirst: Bool) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, pages) = try await pair.fill()
    _ = try await pair.copy()
    let lines = try await CopySummary.lines(of: pair.target)
    func damage(_ page: Int) -> [String] {
      ["UPDATE page_metadata SET checksum = checksum + 1 WHERE id = \(pages[page].rawValue)"]
    }
    try await pair.alter(source: damage(2), target: damage(3))
    for isFirst in [true, false] {
      let report = try await pair.copy()
      #expect(
        report.problems == [.init(document: document, error: .corrupted(.metadata(pages[2])))])
      #expect(report.documentCount == (isFirst ? 1 : 0))
      #expect(try await CopySummary.lines(of: pair.target) == lines)
      #expect(try await pair.target.isSound())
    }
    await pair.close()
  }

  /// The store has marked an original as lost whose bytes the copy has.
  @Test(arguments: [false, true])
  func bytesThatTheStoreHasLostStay(isServedFirst: Bool) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, pages) = try await pair.fill()
    let digest = try await pair.source.page(pages[2]).digest
    _ = try await pair.copy()
    try await pair.whileClosed { path in
      try FileManager.default.removeItem(atPath: pair.originalPath(digest))
      _ = try await PageStore.repair(at: path)
    }
    #expect(try await pair.source.page(pages[2]).damage != nil)
    for count in [nil, 0] {
      let report = try await pair.copy()
      #expect(report.problems == [.init(document: document, error: .corrupted(.original(digest)))])
      if let count { #expect(report.documentCount == count) }
      #expect(try await pair.target.page(pages[2]).damage == nil)
      _ = try await pair.target.bytes(of: pages[2])
      #expect(try await pair.target.isSound())
    }
    await pair.close()
  }

  /// Damage of the copy is not taken for that of the store.
  @Test(
    arguments: [false, true],
    ["UPDATE node SET checksum = checksum + 1", "UPDATE original SET checksum = checksum + 1"])
  func aDamagedCopyIsNamed(isServedFirst: Bool, damage: String) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    _ = try await pair.fill()
    _ = try await pair.copy()
    try await pair.alter(target: [damage])
    let error = await #expect(throws: PageStoreError.self) { try await pair.copy() }
    guard case .unfitLocation(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("the copy is damaged: "))
    await pair.close()
  }

  /// A document whose pages are lost, too, was not purged.
  @Test(arguments: [false, true])
  func aLostDocumentStaysInTheCopy(isServedFirst: Bool) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, _) = try await pair.fill()
    _ = try await pair.copy()
    let lines = try await CopySummary.lines(of: pair.target)
    let id = document.rawValue
    try await pair.alter(
      source: [
        "DELETE FROM page WHERE document = \(id)", "DELETE FROM document WHERE id = \(id)",
      ])
    #expect(
      try await pair.copy().problems
        == [.init(document: document, error: .corrupted(.document(document)))])
    #expect(try await CopySummary.lines(of: pair.target) == lines)
    await pair.close()
  }
}
