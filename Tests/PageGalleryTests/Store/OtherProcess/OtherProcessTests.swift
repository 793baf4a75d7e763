// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

@testable import PageGallery

/// A gallery over a document that another process changes.
@Suite struct OtherProcessTests {
  typealias Example = StoredDocumentTests.Example

  /// A change of four pages, `A` to `D`, by a process.
  struct Case: Sendable, CustomTestStringConvertible {
    let changes: String
    /// The active page before and after the change.
    let active: (Int, Int)

    init(_ changes: String, active: Int = 1, then next: Int? = nil) {
      self.changes = changes
      self.active = (active, next ?? active)
    }

    var testDescription: String { "\(changes) at \(active.0)" }

    /// The changes with page identifiers.
    func changes(of pages: [PageID]) -> String {
      zip(["A", "B", "C", "D"], pages).reduce(changes) { text, page in
        text.split(separator: " ").map { $0 == page.0 ? "\(page.1.rawValue)" : $0 }
          .joined(separator: " ")
      }
    }
  }

  private static let cases = [
    Case("append 7"), Case("append 7", active: 3), Case("delete A"), Case("delete D"),
    Case("delete B", then: 2), Case("delete D", active: 3, then: 2), Case("move B 3"),
    Case("move D 0"), Case("replace B 9"), Case("rotate B"), Case("ingest 3 4"),
    Case("delete C then append 5 then move A 2 then rotate D then replace B 6"),
    Case("delete A then restore A then delete A", active: 2),
  ]

  @Test(arguments: cases, SourceKind.allCases)
  func changesMove(_ test: Case, _ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let gallery = example.gallery
    let old = try await example.stored
    try await gallery.goTo(old[test.active.0], animated: false)
    let events = await gallery.events()
    let before = await gallery.frame()
    try await example.changeElsewhere(test.changes(of: old))
    let revision = try await example.document.pages().version

    let frames = try await frames(of: example, old)
    checkMotion(from: before, frames)
    #expect(await gallery.activePage == old[test.active.1])
    try await example.expectAgreement()
    #expect(try await example.document.pages().version == revision, "the gallery wrote")
    await gallery.close()
    try await checkEvents(events, of: test)
  }

  /// The frames from the arrival of the change until the end of all motions, in steps of 10 ms.
  private func frames(of example: Example, _ old: [PageID]) async throws -> [GalleryFrame] {
    try await eventually { await example.gallery.frame().stage != .none }
    #expect(await example.gallery.pageIDs == old, "nothing changes before time passes")
    var frames = [await example.gallery.frame()]
    try await eventually {
      example.clock.set(to: example.clock.now.offset + .milliseconds(10))
      frames.append(await example.gallery.frame())
      return try await example.isAtRest
    }
    return frames
  }

  /// The visible contents move in steps, each a small one.
  private func checkMotion(from before: GalleryFrame, _ frames: [GalleryFrame]) {
    let ends = [before.strip, frames.last?.strip]
    let between = Set(frames.map(\.strip)).subtracting(ends.compactMap(\.self))
    #expect(between.count >= 10, "it jumps")
    for (frame, next) in zip([before] + frames, frames) {
      for cell in frame.strip {
        guard let other = next.strip.first(where: { $0.id == cell.id }) else { continue }
        #expect(abs(other.center.x - cell.center.x) < 20, "\(cell.id) jumps at \(next.time)")
        #expect(abs(other.size.width - cell.size.width) < 20, "\(cell.id) jumps at \(next.time)")
      }
    }
  }

  /// Each transaction is requested and made immediately, because the store already has it.
  private func checkEvents(_ events: AsyncStream<GalleryEvent>, of test: Case) async throws {
    var requests: [Duration] = []
    var commits: [Duration] = []
    for await event in events {
      switch event {
      case .commitRequested(_, _, let time): requests.append(time)
      case .committed(_, _, let time): commits.append(time)
      case .completed(_, let outcome, _):
        if case .success = outcome {} else { Issue.record("\(outcome)") }
      case .sourceInconsistent: Issue.record("the gallery has lost the pages of the store")
      case .activeChanged(_, let page, _):
        #expect(test.active.0 != test.active.1, "\(String(describing: page)) became active")
      default: break
      }
    }
    #expect(!commits.isEmpty && commits == requests)
    #expect(test.changes.contains("then") || commits.count == 1)
  }

  @Test(arguments: SourceKind.allCases)
  func pagesArriveInAnEmptyDocument(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    for id in try await example.stored { try await example.store.delete(id) }
    try await example.pass { try await example.isAtRest }
    #expect(await example.gallery.activePage == nil)
    try await example.changeElsewhere("append 1 then append 2")
    try await example.pass {
      let count = await example.gallery.pageIDs.count
      return try await example.isAtRest && count == 2
    }
    try await example.expectAgreement()
    #expect(try await example.gallery.activePage == example.stored.first)
  }

  @Test(arguments: SourceKind.allCases)
  func manyPagesArriveAtOnceWithoutMotion(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let active = await example.gallery.activePage
    let before = await example.gallery.frame()
    try await example.changeElsewhere("ingest 0 100")
    // The clock does not advance: a change of so many pages takes no time.
    try await eventually { await example.gallery.pageIDs.count == 104 }
    try await example.expectAgreement()
    #expect(await example.gallery.activePage == active)
    let after = await example.gallery.frame()
    #expect(after.position == before.position && after.stage == .none)
  }

  @Test(arguments: SourceKind.allCases)
  func changeForAnOlderRevisionIsAConflict(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let old = try await example.stored
    let size = try await example.document.receive(Example.png(30), replacing: old[3])
    try await example.changeElsewhere("delete \(old[0].rawValue) then delete \(old[2].rawValue)")
    let document = example.document
    let isConflict: (any Error) -> Bool = { error in
      if case PageSourceError.conflict(version: 6, _) = error { true } else { false }
    }
    await #expect(
      performing: {
        try await document.apply(Changeset(deletions: [3]), to: 4)
      }, throws: isConflict)
    // Also if the page that the caller means no longer exists.
    for index in [1, 3] {
      await #expect(
        performing: {
          try await document.apply(
            Changeset(replacements: [.init(index: index, size: size)]), to: 4)
        }, throws: isConflict)
    }
    for page in [old[1], old[2]] {
      await #expect(
        performing: {
          try await document.rotate(page, by: .clockwise, to: 4)
        }, throws: isConflict)
    }
  }
}
