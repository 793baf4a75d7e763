// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import GallerySharing

@Suite struct SourcePagesRebasingTests {
  private func rebased(
    _ changeset: Changeset, from base: [UInt64], onto pages: [UInt64]
  ) throws -> [UInt64] {
    var order = SourcePagesTests.order(pages)
    try order.apply(changeset, from: SourcePagesTests.order(base))
    return order.pages.map(\.id.rawValue)
  }

  @Test func deletionsSpeakOfNames() throws {
    let deletion = Changeset(deletions: [1])
    #expect(try rebased(deletion, from: [1, 2, 3], onto: [9, 1, 2, 3]) == [9, 1, 3])
    #expect(try rebased(deletion, from: [1, 2, 3], onto: [3, 1]) == [3, 1])
  }

  @Test func insertionsGoBeforeThePageThatFollows() throws {
    let insertion = Changeset(insertions: [.init(index: 1, page: Page(id: 7))])
    #expect(try rebased(insertion, from: [1, 2, 3], onto: [1, 9, 2, 3]) == [1, 9, 7, 2, 3])
    #expect(try rebased(insertion, from: [1, 2, 3], onto: [1, 3]) == [1, 7, 3])
    #expect(try rebased(insertion, from: [1, 2, 3], onto: [1]) == [1, 7])
    let atTheEnd = Changeset(insertions: [.init(index: 3, page: Page(id: 7))])
    #expect(try rebased(atTheEnd, from: [1, 2, 3], onto: [1, 2, 3, 4]) == [1, 2, 3, 4, 7])
  }

  @Test func movedPagesGoAlong() throws {
    let move = Changeset(moves: [.init(source: 0, destination: 2)])
    #expect(try rebased(move, from: [1, 2, 3, 4], onto: [4, 3, 2, 1]) == [1, 4, 3, 2])
    #expect(try rebased(move, from: [1, 2, 3, 4], onto: [2, 3, 4]) == [2, 3, 4])
  }

  @Test func insertedTwiceIsRefused() {
    let insertion = Changeset(insertions: [.init(index: 0, page: Page(id: 7))])
    #expect(throws: UpdateError.duplicateID(7)) {
      try rebased(insertion, from: [1], onto: [1, 7])
    }
  }

  struct Case {
    var base: [UInt64]
    var goal: [UInt64]
    var pages: [UInt64]
  }

  /// Properties of the definition: remaining identifiers keep their order, deleted ones are
  /// missing, and a positioned page precedes all remaining pages that follow it.
  @Test func keepsItsPromises() {
    checkProperty(
      seed: 40, runs: 3000,
      generate: { generator in
        func list(_ names: ClosedRange<UInt64>, _ generator: inout SeededGenerator) -> [UInt64] {
          names.filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
        }
        let base = list(1...8, &generator)
        let goal = base.filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
        let mixed = Bool.random(using: &generator) ? goal.shuffled(using: &generator) : goal
        return Case(
          base: base, goal: mixed + list(20...23, &generator),
          pages: list(1...12, &generator))
      },
      shrink: { value in
        (1...30).flatMap { name -> [Case] in
          let name = UInt64(name)
          let simpler = Case(
            base: value.base.filter { $0 != name }, goal: value.goal.filter { $0 != name },
            pages: value.pages.filter { $0 != name })
          let size = simpler.base.count + simpler.goal.count + simpler.pages.count
          return size < value.base.count + value.goal.count + value.pages.count ? [simpler] : []
        }
      },
      check: { value in
        let base = SourcePagesTests.order(value.base)
        let changeset = base.changeset(to: SourcePagesTests.order(value.goal))
        let result = try rebased(changeset, from: value.base, onto: value.pages)
        let deleted = Set(changeset.deletions.map { value.base[$0] })
        let moved = Set(changeset.moves.map { value.base[$0.source] })
        let added = changeset.insertions.map(\.page.id.rawValue)
        let staying = value.pages.filter { !deleted.contains($0) && !moved.contains($0) }
        guard result.filter(staying.contains) == staying else { return "order lost: \(result)" }
        let expected = Set(value.pages).subtracting(deleted).union(added)
        guard Set(result) == expected, result.count == expected.count else {
          return "other pages: \(result)"
        }
        for placed in added + moved.filter(value.pages.contains) {
          let followers = value.goal.drop { $0 != placed }
          let anchor = followers.first { staying.contains($0) }
          let place = result.firstIndex(of: placed) ?? -1
          guard let anchor else {
            let isLast = result[place...].allSatisfy { !staying.contains($0) }
            if isLast { continue }
            return "\(placed) is not last: \(result)"
          }
          let next = result[place...].first { staying.contains($0) }
          guard next == anchor else { return "\(placed) is not before \(anchor): \(result)" }
        }
        return nil
      })
  }
}
