// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// The list of pages of a session, compared with a plain array.
struct PageListChangesetTests {
  /// Pages with distinct shapes and versions, with identifiers in no order.
  private static func pages(_ count: Int, from first: Int = 0) -> [Page] {
    (first..<first + count).map { number in
      Page(
        id: PageID(UInt64(truncatingIfNeeded: (number &* 7919) % 65_536)),
        size: number % 3 == 0 ? nil : try? PageShape(aspectRatio: 0.5 + Double(number)),
        contentVersion: number)
    }
  }

  private static func difference(_ pages: [Page], _ changeset: Changeset) throws -> String? {
    var order = PlainOrder(pages)
    order.apply(changeset)
    var list = try PageList(pages)
    list.apply(changeset, changeset.indexMap(count: pages.count))
    let expected = try PageList(order.pages)
    guard list == expected else { return "\(changeset)\n\(list)\n\(expected)" }
    for (index, page) in order.pages.enumerated() {
      guard list.index(of: page.id) == index, list.page(at: index) == page else {
        return "\(changeset): page \(index)"
      }
    }
    let gone = changeset.deletions.first { list.index(of: pages[$0].id) != nil }
    return gone.map { "\(changeset): page \($0) is still there" }
  }

  /// Every deletion, with up to two insertions anywhere.
  @Test(arguments: 0...5)
  func smallDeletionsAndInsertionsAreThoseOfAnArray(count: Int) throws {
    let (pages, new) = (Self.pages(count), Self.pages(2, from: 100))
    for set in 0..<1 << count {
      let deletions = pages.indices.filter { set >> $0 & 1 == 1 }
      for inserted in 0...2 {
        let places = Array(0..<count - deletions.count + inserted)
        for first in inserted > 0 ? places : [-1] {
          for second in inserted > 1 ? places.filter({ $0 != first }) : [-1] {
            let insertions = zip([first, second], new).prefix(inserted).map {
              Changeset.Insertion(index: $0, page: $1)
            }
            let changeset = Changeset(deletions: deletions, insertions: insertions)
            #expect(try Self.difference(pages, changeset) == nil)
          }
        }
      }
    }
  }

  /// Every pair of moves.
  @Test(arguments: 1...5)
  func smallMovesAreThoseOfAnArray(count: Int) throws {
    let pages = Self.pages(count)
    let all = (0..<count * count).map {
      Changeset.Move(source: $0 / count, destination: $0 % count)
    }
    for first in all {
      #expect(try Self.difference(pages, Changeset(moves: [first])) == nil)
      for second in all
      where second.source > first.source && second.destination != first.destination {
        #expect(try Self.difference(pages, Changeset(moves: [first, second])) == nil)
      }
    }
  }

  @Test func largeChangesAreThoseOfAnArray() throws {
    let found = firstCounterexample(
      seed: 24_000_000_000, runs: 1500, generate: { Self.randomChange(using: &$0) },
      shrink: { _ in [] }, check: { try Self.difference($0.pages, $0.changeset) })
    #expect(found == nil, "\(found?.reason ?? "") (seed \(found?.seed ?? 0))")
  }

  struct Change {
    var pages: [Page]
    var changeset: Changeset
  }

  private static func randomChange(using generator: inout SeededGenerator) -> Change {
    let count = Int.random(in: 0...60, using: &generator)
    let share = Double.random(in: 0...1, using: &generator)
    let pages = pages(count)
    let sources = pages.indices.filter { _ in generator.chance(share) }.shuffled(using: &generator)
    let deleted = Int.random(in: 0...sources.count, using: &generator)
    let deletions = Array(sources[..<deleted])
    let replaced = pages.indices.filter { !deletions.contains($0) && generator.chance(0.2) }
    let inserted = Int.random(in: 0...Int(30 * share), using: &generator)
    var places = Array(0..<count - deleted + inserted).shuffled(using: &generator)
    let new = self.pages(inserted, from: 1000)
    return Change(
      pages: pages,
      changeset: Changeset(
        deletions: deletions,
        insertions: new.map { Changeset.Insertion(index: places.removeLast(), page: $0) },
        moves: sources[deleted...].map { .init(source: $0, destination: places.removeLast()) },
        replacements: replaced.map { .init(index: $0, size: new.first?.size) }))
  }
}
