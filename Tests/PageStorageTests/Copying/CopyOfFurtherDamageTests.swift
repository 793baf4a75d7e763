// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Copies of which both stores have lost rows, or of a store that has changed since one has.
@Suite struct CopyOfFurtherDamageTests {
  private typealias Loss = CopyOfDamageTests.Loss

  /// They are not where the copy has lost them.
  @Test(arguments: [false, true], [CopyOfDamageTests.Loss.row, .alteredRow])
  func aPageThatTheCopyHasLostArrivesWhereItIsNow(
    isServedFirst: Bool, loss: CopyOfDamageTests.Loss
  ) async throws {
    // Documents are copied in the order of their numbers: the page leaves before it arrives, and after.
    for isMerged in [false, true] {
      let pair = try await StorePair(isServedFirst: isServedFirst)
      let (document, pages) = try await pair.fill()
      let other = DocumentID(try #require(await pair.source.documents().map(\.id.rawValue).max()))
      _ = try await pair.copy()
      let moved = try await isMerged ? pair.source.pageIDs(of: other) : pages
      if isMerged {
        _ = try await pair.source.merge(other, into: document)
      } else {
        _ = try await pair.source.split(document, at: 1, title: "Part")
      }
      try await pair.alter(target: loss.statements(moved[2]))
      for _ in 0..<2 {
        #expect(try await pair.copy().problems.isEmpty)
        #expect(try await CopySummary.difference(of: pair.target, from: pair.source) == nil)
        #expect(try await pair.target.isSound())
      }
      await pair.close()
    }
  }

  /// What is left of it stays, so that it may still be mended.
  @Test(arguments: [false, true], [1, 2])
  func aPageThatBothHaveLostStaysAsItIs(isServedFirst: Bool, place: Int) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, pages) = try await pair.fill()
    _ = try await pair.copy()
    let id = pages[place].rawValue
    try await pair.alter(
      source: Loss.row.statements(pages[place]), target: Loss.alteredRow.statements(pages[place]))
    // Another change of the document is copied.
    _ = try await pair.source.updateDocument(document, title: "Contract")
    // Nothing in the store refers to a row of the trash that is gone.
    let isKnown = place == 2
    for isFirst in [true, false] {
      let report = try await pair.copy()
      let problem = StoreCopyReport.Problem(
        document: document, error: .corrupted(.page(pages[place])))
      #expect(report.problems == (isKnown ? [problem] : []))
      #expect(report.documentCount == (isFirst ? 1 : 0))
    }
    guard isKnown else {
      #expect(try await pair.target.trash(of: document).map(\.id) == [pages[4]])
      return await pair.close()
    }
    try await pair.alter(target: ["UPDATE page SET checksum = checksum - 1 WHERE id = \(id)"])
    #expect(try await pair.target.pageIDs(of: document) == [0, 2, 3, 5].map { pages[$0] })
    #expect(try await pair.target.metadata(of: pages[place]).fileName == "\(pages[place]).png")
    _ = try await pair.target.bytes(of: pages[place])
    #expect(try await pair.target.isSound())
    await pair.close()
  }

  /// A new copy has nothing of it that could stay.
  @Test(arguments: [false, true])
  func aLostDocumentIsNamedByANewCopy(isServedFirst: Bool) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, _) = try await pair.fill()
    try await pair.alter(source: ["DELETE FROM document WHERE id = \(document.rawValue)"])
    for _ in 0..<2 {
      #expect(
        try await pair.copy().problems
          == [.init(document: document, error: .corrupted(.document(document)))])
      #expect(try await pair.target.documents().map(\.pageCount) == [3])
      #expect(try await pair.target.isSound())
    }
    await pair.close()
  }

  /// One of its pages was lost before, and is not named any more.
  @Test(arguments: [false, true], CopyOfDamageTests.Loss.allCases)
  func aDocumentThatWasPurgedLeavesTheCopy(
    isServedFirst: Bool, loss: CopyOfDamageTests.Loss
  ) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, pages) = try await pair.fill()
    try await pair.source.deleteDocument(document)
    _ = try await pair.copy()
    try await pair.alter(source: loss.statements(pages[2]))
    let isPurged = (try? await pair.source.purge(deletedBefore: .distantFuture)) != nil
    // A damaged row ends a purge, and anything damaged that of a folder.
    #expect(isPurged == (isServedFirst && TestEngine.isServed && loss != .alteredRow))
    guard isPurged else { return await pair.close() }
    for _ in 0..<2 {
      #expect(try await pair.copy().problems.isEmpty)
      #expect(try await pair.target.documents().map(\.pageCount) == [3])
      #expect(try await pair.target.trashedDocuments().isEmpty)
      #expect(try await pair.target.isSound())
    }
    await pair.close()
  }

  /// The document that has received it comes after the one that is gone.
  @Test(arguments: [false, true], [CopyOfDamageTests.Loss.row, .alteredRow])
  func aLostPageThatHadLeftAPurgedDocumentStays(
    isServedFirst: Bool, loss: CopyOfDamageTests.Loss
  ) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, pages) = try await pair.fill()
    _ = try await pair.copy()
    let part = try await pair.source.split(document, at: 1, title: "Part").id
    try await pair.source.deleteDocument(document)
    try await pair.source.purge(deletedBefore: .distantFuture)
    try await pair.alter(source: loss.statements(pages[2]))
    for _ in 0..<2 {
      let problem = StoreCopyReport.Problem(document: part, error: .corrupted(.page(pages[2])))
      #expect(try await pair.copy().problems == [problem])
      #expect(try await pair.target.pageIDs(of: part) == [2, 3, 5].map { pages[$0] })
      #expect(try await pair.target.metadata(of: pages[2]).fileName == "\(pages[2]).png")
      _ = try await pair.target.bytes(of: pages[2])
      #expect(try await pair.target.isSound())
    }
    await pair.close()
  }

  /// What is left of its row names a document that is gone.
  @Test(arguments: [false, true])
  func aPageThatBothHaveLostOutlivesItsDocument(isServedFirst: Bool) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, _) = try await pair.fill()
    let other = DocumentID(try #require(await pair.source.documents().map(\.id.rawValue).max()))
    let moved = try await pair.source.pageIDs(of: other)
    _ = try await pair.copy()
    _ = try await pair.source.merge(other, into: document)
    try await pair.alter(
      source: Loss.row.statements(moved[1]), target: Loss.alteredRow.statements(moved[1]))
    for _ in 0..<2 {
      let problem = StoreCopyReport.Problem(document: document, error: .corrupted(.page(moved[1])))
      #expect(try await pair.copy().problems == [problem])
      #expect(try await pair.target.documentIDs() == [document])
      for page in [moved[0], moved[2]] { _ = try await pair.target.bytes(of: page) }
      #expect(try await pair.target.document(document).pageCount == 7)
    }
    await pair.close()
  }

  /// A purge, or a merging and a loss: nobody can tell.
  @Test(arguments: [false, true])
  func aDocumentThatMayBeLostStaysInTheCopy(isServedFirst: Bool) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, pages) = try await pair.fill()
    let other = DocumentID(try #require(await pair.source.documents().map(\.id.rawValue).max()))
    _ = try await pair.copy()
    _ = try await pair.source.merge(document, into: other)
    try await pair.source.purge(deletedBefore: .distantFuture)
    try await pair.source.delete(pages[2])
    try await pair.alter(source: Loss.row.statements(pages[2]))
    for _ in 0..<2 {
      let problems = try await pair.copy().problems
      #expect(!problems.isEmpty)
      _ = try await pair.target.bytes(of: pages[2])
      #expect(try await pair.target.isSound())
    }
    await pair.close()
  }

  /// Under the highest number, which no receipt gets.
  @Test(arguments: [false, true], [Int64.max, .min])
  func aReceiptMayHaveAnyNumber(isServedFirst: Bool, number: Int64) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (_, pages) = try await pair.fill()
    let digest = try #require(ContentDigest([UInt8](repeating: 1, count: 32)))
    let request = KeyedRequest(key: EditKey("a"), digest: digest, time: Date())
    _ = try await pair.source.perform(.rotate(pages[0], by: .clockwise), once: request) { _, _ in
      []
    }
    try await pair.alter(source: ["UPDATE receipt SET id = \(number)"])
    #expect(try await pair.copy().problems.isEmpty)
    await pair.close()
  }

  /// The first document would have been written before.
  @Test(arguments: [false, true])
  func aCopyThatIsRefusedIsNotWritten(isServedFirst: Bool) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let (document, _) = try await pair.fill()
    let other = DocumentID(try #require(await pair.source.documents().map(\.id.rawValue).max()))
    _ = try await pair.copy()
    let lines = try await CopySummary.lines(of: pair.target)
    _ = try await pair.source.updateDocument(document, title: "Contract")
    try await pair.source.publish { publication in
      var row = try #require(try publication.db.document(other))
      row.state.revision = 0
      try publication.db.update(row)
    }
    let error = await #expect(throws: PageStoreError.self) { try await pair.copy() }
    #expect("\(String(describing: error))".contains("document \(other.rawValue) of the copy"))
    #expect(try await CopySummary.lines(of: pair.target) == lines)
    await pair.close()
  }

  /// A portion of an interrupted copy came before the document, which was purged meanwhile.
  @Test(arguments: [false, true])
  func originalsWithoutPageLeaveTheCopy(isServedFirst: Bool) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    _ = try await pair.fill()
    _ = try await pair.copy()
    let page = try await pair.target.stage(TestPage.input(30))
    let damaged = try await pair.target.stage(TestPage.input(31))
    let copy = StoreCopy(of: pair.source, to: pair.target)
    let id = try await pair.target.read { db in try db.lastOriginalNumber() } + 1
    for staged in [damaged, page] {
      try await copy.change([staged]) { publication in
        _ = try publication.publish([staged], records: [])
      }
    }
    // One that cannot be read holds up nothing.
    try await pair.alter(target: ["UPDATE original SET checksum = checksum + 1 WHERE id = \(id)"])
    func isKnown() async throws -> Bool {
      try await pair.target.read { db in try db.hasOriginal(page.digest) }
    }
    #expect(try await isKnown())
    #expect(try await pair.copy().problems.isEmpty)
    #expect(try await !isKnown())
    #expect(try await CopySummary.difference(of: pair.target, from: pair.source) == nil)
    await pair.close()
  }

  /// Of two pages with the same bytes, one is lost: what is known of the bytes is that of the other one.
  @Test(arguments: [false, true], [0, 1])
  func theStoreKnowsMoreOfBytesThanItsCopy(isServedFirst: Bool, lost: Int) async throws {
    let pair = try await StorePair(isServedFirst: isServedFirst)
    let document = try await pair.source.createDocument(title: "Lease").id
    for _ in 0..<2 { try await pair.source.append(TestPage.input(1), to: document) }
    let pages = try await pair.source.pageIDs(of: document)
    _ = try await pair.copy()
    try await pair.source.publish { publication in
      var row = try publication.db.original(id: 1)
      row.damage = "the image ends early"
      try publication.db.replace(row)
    }
    try await pair.alter(source: Loss.row.statements(pages[lost]))
    #expect(try await pair.copy().problems.count == 1)
    for page in pages {
      #expect(try await pair.target.page(page).damage != nil)
      _ = try await pair.target.bytes(of: page)
    }
    await pair.close()
  }
}
