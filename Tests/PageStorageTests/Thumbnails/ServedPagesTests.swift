// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GalleryTestSupport
import PageImaging
import Testing

@testable import PageStorage

/// The pages of a store on servers that need not be read again.
@Suite struct ServedPagesTests {
  private let pages = ServedPages()
  private let start = ContinuousClock.now

  private func page(_ id: UInt64, of document: UInt64 = 1, version: Int = 1) throws -> StoredPage {
    StoredPage(
      id: PageID(id), document: DocumentID(Int64(document)),
      digest: try #require(ContentDigest([UInt8](repeating: 7, count: 32))), byteCount: 1,
      header: nil, contentVersion: version, rotation: .none, damage: nil, created: nil, trash: nil)
  }

  /// Looks, and finds that documents have changed.
  private func look(
    _ documents: Set<DocumentID>?, last: Int64 = 1, commitCount: Int = 0,
    at time: ContinuousClock.Instant? = nil
  ) throws {
    let look = try #require(pages.beginLook(commitCount: commitCount, at: time ?? start))
    pages.end(look, ChangedDocuments(last: last, documents: documents))
  }

  private func version(
    _ id: UInt64, commitCount: Int = 0, after age: Duration = .zero
  ) -> Int? {
    pages.page(PageID(id), commitCount: commitCount, at: start + age)?.page.contentVersion
  }

  @Test func nothingIsKnownBeforeTheFirstLook() throws {
    pages.keep(try page(1), readAfter: pages.moment())
    #expect(version(1) == nil)
    try look(nil)
    #expect(version(1) == nil)
    pages.keep(try page(1), readAfter: pages.moment())
    #expect(version(1) == 1)
  }

  @Test func pagesOfChangedDocumentsAreForgotten() throws {
    try look(nil)
    pages.keep(try page(1, of: 1), readAfter: pages.moment())
    pages.keep(try page(2, of: 2), readAfter: pages.moment())
    try look([DocumentID(2)], last: 2, at: start + .milliseconds(150))
    #expect(version(1) == 1)
    #expect(version(2) == nil)
    try look(nil, last: 3, at: start + .milliseconds(300))
    #expect(version(1) == nil)
  }

  @Test func aPageIsCurrentForASecond() throws {
    try look(nil)
    pages.keep(try page(1), readAfter: pages.moment())
    #expect(version(1, after: .milliseconds(999)) == 1)
    #expect(version(1, after: .milliseconds(1_000)) == nil)
    try look([], at: start + .milliseconds(1_000))
    #expect(version(1, after: .milliseconds(1_500)) == 1)
  }

  @Test func aCommitOfThisProcessIsKnownAtOnce() throws {
    try look(nil)
    pages.keep(try page(1), readAfter: pages.moment())
    #expect(version(1, commitCount: 1) == nil)
    try look([DocumentID(1)], last: 2, commitCount: 1)
    #expect(version(1, commitCount: 1) == nil)
  }

  @Test func aPageThatWasReadBeforeALookEndedIsNotKept() throws {
    try look(nil)
    let moment = pages.moment()
    let look = try #require(pages.beginLook(commitCount: 0, at: start + .milliseconds(100)))
    // The page was read before the change that the look has found.
    pages.end(look, ChangedDocuments(last: 2, documents: [DocumentID(1)]))
    pages.keep(try page(1), readAfter: moment)
    #expect(version(1) == nil)
  }

  @Test func oneLookIsUnderWayAtATime() throws {
    let look = try #require(pages.beginLook(commitCount: 0, at: start))
    #expect(pages.beginLook(commitCount: 0, at: start + .seconds(5)) == nil)
    pages.end(look, ChangedDocuments(last: 1, documents: nil))
    #expect(pages.beginLook(commitCount: 0, at: start + .milliseconds(99)) == nil)
    #expect(pages.beginLook(commitCount: 0, at: start + .milliseconds(100)) != nil)
  }

  @Test func afterAFailedLookNothingIsKnown() throws {
    try look(nil)
    pages.keep(try page(1), readAfter: pages.moment())
    let look = try #require(pages.beginLook(commitCount: 0, at: start + .milliseconds(100)))
    pages.end(look, nil)
    #expect(version(1) == nil)
    pages.keep(try page(1), readAfter: pages.moment())
    #expect(version(1) == nil)
    // The entries of before are forgotten: changes may have been missed.
    try self.look([], last: 5, at: start + .milliseconds(200))
    #expect(version(1) == nil)
  }

  @Test func theNumberOfPagesIsLimited() throws {
    try look(nil)
    for id in 0...UInt64(ServedPages.maximumCount) {
      pages.keep(try page(id), readAfter: pages.moment())
    }
    #expect(version(0) == nil)
    #expect(version(UInt64(ServedPages.maximumCount)) == 1)
  }

  /// Whatever happens in whatever order, a page is never older than the commits of the process, nor than those of
  /// others a second ago.
  @Test(arguments: 0..<200) func randomProgramsShowNoOldPage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // The versions of pages 0..<4 of documents 0..<2, and the log, as the server has them.
    var versions = [0, 0, 0, 0]
    var log: [(document: Int64, time: Duration)] = []
    var (now, commitCount) = (Duration.zero, 0)
    var versionTimes = [[Duration.zero], [.zero], [.zero], [.zero]]
    var looking: (look: ServedPages.Look, found: ChangedDocuments)?
    var reading: (page: StoredPage, moment: ServedPages.Moment)?
    var ownVersions = versions
    for _ in 0..<120 {
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1:
        let (page, isOwn) = (Int.random(in: 0..<4, using: &random), random.chance(0.4))
        versions[page] += 1
        versionTimes[page].append(now)
        log.append((Int64(page / 2), now))
        if isOwn { (commitCount, ownVersions) = (commitCount + 1, versions) }
      case 2:
        guard looking == nil,
          let look = pages.beginLook(commitCount: commitCount, at: start + now)
        else { break }
        let known = look.known.map(Int.init)
        let changed = known.map { Set(log[$0...].map { DocumentID($0.document) }) }
        looking = (look, ChangedDocuments(last: Int64(log.count), documents: changed))
      case 3:
        guard let (look, found) = looking else { break }
        pages.end(look, random.chance(0.1) ? nil : found)
        looking = nil
      case 4:
        let id = Int.random(in: 0..<4, using: &random)
        reading = (
          try page(UInt64(id), of: UInt64(id / 2), version: versions[id]), pages.moment()
        )
      case 5:
        guard let (page, moment) = reading else { break }
        pages.keep(page, readAfter: moment)
        reading = nil
      default: now += .milliseconds(Int.random(in: 1...400, using: &random))
      }
      for id in 0..<4 {
        guard let found = version(UInt64(id), commitCount: commitCount, after: now) else {
          continue
        }
        #expect(found >= ownVersions[id])
        guard found < versions[id] else { continue }
        #expect(now - versionTimes[id][found + 1] < ServedPages.maximumAge)
      }
    }
  }
}
