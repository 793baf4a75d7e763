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

  private let folder: TestFolder
  private let other: TestFolder

  init() throws {
    folder = try TestFolder()
    other = try TestFolder()
  }

  private func open(isServedFirst: Bool) async throws -> (source: PageStore, target: PageStore) {
    let configuration = PageStoreConfiguration(reserveByteCount: 0)
    let local = try await PageStore.open(at: other.store, configuration: configuration)
    let tested = try await folder.open()
    return isServedFirst ? (tested, local) : (local, tested)
  }

  /// Alters rows of a store that is closed.
  private func alter(_ statements: [String], isOther: Bool) async throws {
    for statement in statements {
      if isOther {
        try await other.alterRows(statement, isServed: false)
      } else {
        try await folder.alterRows(statement)
      }
    }
  }

  /// Two documents of six pages with bytes of their own, two of which are in the trash.
  private func fill(_ store: PageStore) async throws -> (DocumentID, [PageID]) {
    let document = try await store.createDocument(title: "Lease").id
    for number in 1...6 { try await store.append(TestPage.input(number), to: document) }
    let pages = try await store.pageIDs(of: document)
    for page in pages {
      try await store.setMetadata(PageMetadata(fileName: "\(page).png"), of: page)
    }
    try await store.delete(pages[1], pages[4])
    let other = try await store.createDocument(title: "Rent").id
    for number in 7...9 { try await store.append(TestPage.input(number), to: other) }
    return (document, pages)
  }

  /// The copy is what is left of a page.
  @Test(arguments: [false, true], Loss.allCases)
  func whatTheStoreHasLostStaysInTheCopy(isServedFirst: Bool, loss: Loss) async throws {
    for place in [1, 2] {
      let tests = try Self()
      try await tests.checkThatLostPagesStay(isServedFirst: isServedFirst, loss, place)
    }
  }

  private func checkThatLostPagesStay(
    isServedFirst: Bool, _ loss: Loss, _ place: Int
  ) async throws {
    var (source, target) = try await open(isServedFirst: isServedFirst)
    let (document, pages) = try await fill(source)
    var copy = StoreCopy(of: source, to: target)
    #expect(try await copy.run().problems.isEmpty)
    let lines = try await CopySummary.lines(of: target)
    await source.close()
    await target.close()
    try await alter(loss.statements(pages[place]), isOther: !isServedFirst)

    (source, target) = try await open(isServedFirst: isServedFirst)
    let problem = StoreCopyReport.Problem(
      document: document, error: .corrupted(.page(pages[place])))
    for _ in 0..<2 {
      copy = StoreCopy(of: source, to: target)
      let report = try await copy.run()
      #expect(report.problems == [problem])
      #expect(report.documentCount == 0)
      #expect(try await CopySummary.lines(of: target) == lines)
    }
    // The rest of the document is copied as ever.
    let new = try await source.append(TestPage.input(20), to: document).id
    #expect(try await copy.catchUp()?.problems == [problem])
    let present = pages.indices.filter { ![1, 4].contains($0) }.map { pages[$0] }
    #expect(try await target.pageIDs(of: document) == present + [new])
    #expect(try await Set(target.trash(of: document).map(\.id)) == [pages[1], pages[4]])
    for page in pages { _ = try await target.bytes(of: page) }
    #expect(try await target.isSound())
    await source.close()
    await target.close()
  }

  /// A new copy lacks that page, and nothing else.
  @Test(arguments: [false, true], Loss.allCases)
  func aNewCopyLacksOnlyWhatIsLost(isServedFirst: Bool, loss: Loss) async throws {
    var (source, target) = try await open(isServedFirst: isServedFirst)
    let (document, pages) = try await fill(source)
    await source.close()
    await target.close()
    try await alter(
      loss.statements(pages[2]) + loss.statements(pages[4]), isOther: !isServedFirst)
    (source, target) = try await open(isServedFirst: isServedFirst)
    var copy = StoreCopy(of: source, to: target)
    let report = try await copy.run()
    // Nothing refers to a row of the trash that is gone.
    let isUnknown = loss == .row || loss == .both
    #expect(
      report.problems
        == (isUnknown ? [2] : [2, 4]).map {
          .init(document: document, error: .corrupted(.page(pages[$0])))
        })
    #expect(report.documentCount == 2 && report.pageCount == 7)
    #expect(try await target.pageIDs(of: document) == [0, 3, 5].map { pages[$0] })
    #expect(try await target.trash(of: document).map(\.id) == [pages[1]])
    #expect(try await target.documents().map(\.pageCount) == [3, 3])
    #expect(try await target.isSound())
    await source.close()
    await target.close()
  }

  /// What the copy has lost comes from the store again.
  @Test(arguments: [false, true], [Loss.row, .alteredRow, .original])
  func aDamagedCopyIsMended(isServedFirst: Bool, loss: Loss) async throws {
    var (source, target) = try await open(isServedFirst: isServedFirst)
    let (_, pages) = try await fill(source)
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    await source.close()
    await target.close()
    try await alter([1, 2].flatMap { loss.statements(pages[$0]) }, isOther: isServedFirst)
    (source, target) = try await open(isServedFirst: isServedFirst)
    copy = StoreCopy(of: source, to: target)
    #expect(try await copy.run().problems.isEmpty)
    #expect(try await CopySummary.difference(of: target, from: source) == nil)
    #expect(try await target.isSound())
    await source.close()
    await target.close()
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
    var (source, target) = try await open(isServedFirst: isServedFirst)
    let (document, pages) = try await fill(source)
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    let new = try await source.split(document, at: 2, title: "Part").id
    await source.close()
    await target.close()
    try await alter([loss.statement(new, pages[3])], isOther: !isServedFirst)
    (source, target) = try await open(isServedFirst: isServedFirst)
    for _ in 0..<2 {
      copy = StoreCopy(of: source, to: target)
      #expect(try await !copy.run().problems.isEmpty)
      for page in pages {
        _ = try await target.bytes(of: page)
        #expect(try await target.metadata(of: page).fileName == "\(page).png")
      }
      #expect(try await target.isSound())
    }
    await source.close()
    await target.close()
  }

  /// Metadata are kept like pages, and copied again.
  @Test(arguments: [false, true])
  func damagedMetadataStay(isServedFirst: Bool) async throws {
    var (source, target) = try await open(isServedFirst: isServedFirst)
    let (document, pages) = try await fill(source)
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    let lines = try await CopySummary.lines(of: target)
    await source.close()
    await target.close()
    func damage(_ page: Int) -> [String] {
      ["UPDATE page_metadata SET checksum = checksum + 1 WHERE id = \(pages[page].rawValue)"]
    }
    try await alter(damage(2), isOther: !isServedFirst)
    try await alter(damage(3), isOther: isServedFirst)
    (source, target) = try await open(isServedFirst: isServedFirst)
    for isFirst in [true, false] {
      copy = StoreCopy(of: source, to: target)
      let report = try await copy.run()
      #expect(
        report.problems == [.init(document: document, error: .corrupted(.metadata(pages[2])))])
      #expect(report.documentCount == (isFirst ? 1 : 0))
      #expect(try await CopySummary.lines(of: target) == lines)
      #expect(try await target.isSound())
    }
    await source.close()
    await target.close()
  }

  /// The store has marked an original as lost whose bytes the copy has.
  @Test(arguments: [false, true])
  func bytesThatTheStoreHasLostStay(isServedFirst: Bool) async throws {
    var (source, target) = try await open(isServedFirst: isServedFirst)
    let (document, pages) = try await fill(source)
    let digest = try await source.page(pages[2]).digest
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    let path = source.path
    await source.close()
    let text = digest.description
    let blob = "blobs/\(text.prefix(2))/\(text.dropFirst(2))"
    try FileManager.default.removeItem(
      atPath: isServedFirst ? folder.original(digest) : "\(other.store)/\(blob)")
    _ = try await PageStore.repair(at: path)
    await target.close()
    (source, target) = try await open(isServedFirst: isServedFirst)
    #expect(try await source.page(pages[2]).damage != nil)
    for count in [nil, 0] {
      copy = StoreCopy(of: source, to: target)
      let report = try await copy.run()
      #expect(report.problems == [.init(document: document, error: .corrupted(.original(digest)))])
      if let count { #expect(report.documentCount == count) }
      #expect(try await target.page(pages[2]).damage == nil)
      _ = try await target.bytes(of: pages[2])
      #expect(try await target.isSound())
    }
    await source.close()
    await target.close()
  }

  /// Damage of the copy is not taken for that of the store.
  @Test(
    arguments: [false, true],
    ["UPDATE node SET checksum = checksum + 1", "UPDATE original SET checksum = checksum + 1"])
  func aDamagedCopyIsNamed(isServedFirst: Bool, damage: String) async throws {
    var (source, target) = try await open(isServedFirst: isServedFirst)
    _ = try await fill(source)
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    await source.close()
    await target.close()
    try await alter([damage], isOther: isServedFirst)
    (source, target) = try await open(isServedFirst: isServedFirst)
    copy = StoreCopy(of: source, to: target)
    let error = await #expect(throws: PageStoreError.self) { try await copy.run() }
    guard case .unfitLocation(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("the copy is damaged: "))
    await source.close()
    await target.close()
  }

  /// A document whose pages are lost, too, was not purged.
  @Test(arguments: [false, true])
  func aLostDocumentStaysInTheCopy(isServedFirst: Bool) async throws {
    var (source, target) = try await open(isServedFirst: isServedFirst)
    let (document, _) = try await fill(source)
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    let lines = try await CopySummary.lines(of: target)
    await source.close()
    await target.close()
    let id = document.rawValue
    try await alter(
      ["DELETE FROM page WHERE document = \(id)", "DELETE FROM document WHERE id = \(id)"],
      isOther: !isServedFirst)
    (source, target) = try await open(isServedFirst: isServedFirst)
    copy = StoreCopy(of: source, to: target)
    #expect(
      try await copy.run().problems
        == [.init(document: document, error: .corrupted(.document(document)))])
    #expect(try await CopySummary.lines(of: target) == lines)
    await source.close()
    await target.close()
  }
}
