// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import GallerySharing

@Suite struct SourcePagesTests {
  static func order(_ ids: [UInt64]) -> SourcePages {
    SourcePages(ids.map { Page(id: PageID($0)) })
  }

  @Test func changesLikeACollectionView() throws {
    var order = Self.order([1, 2, 3, 4])
    try order.apply(
      Changeset(
        deletions: [1], insertions: [.init(index: 2, page: Page(id: 9))],
        moves: [.init(source: 3, destination: 0)], replacements: [.init(index: 0, size: nil)]))
    #expect(order.pages.map(\.id) == [4, 1, 9, 3])
    #expect(order.pages[1].contentVersion == 1)
  }

  @Test func refusesWhatDoesNotFit() {
    var order = Self.order([1, 2])
    #expect(throws: UpdateError.indexOutOfRange(2, count: 2)) {
      try order.apply(Changeset(deletions: [2]))
    }
    #expect(order == Self.order([1, 2]))
  }

  /// All pairs of lists of up to four out of five pages.
  @Test func changesetLeadsToTheOtherWithFewestMoves() throws {
    let lists = (0...4).flatMap { Self.arrangements(of: [1, 2, 3, 4, 5], taking: $0) }
    let start = lists.filter { $0 == $0.sorted() }
    #expect(lists.count == 1 + 5 + 20 + 60 + 120)
    withEvery("from", in: start) { from in
      withEvery("to", in: lists) { to in
        var order = Self.order(from)
        let changeset = order.changeset(to: Self.order(to))
        #expect(throws: Never.self) { try order.apply(changeset) }
        #expect(order == Self.order(to), "\(TestTrace.current)")
        let common = to.filter(from.contains)
        #expect(
          changeset.moves.count == common.count - Self.longestAscent(common),
          "\(TestTrace.current)")
        #expect(changeset.deletions.count == from.count - common.count)
      }
    }
  }

  @Test func sessionMakesTheSameChange() throws {
    let lists = (0...4).flatMap { Self.arrangements(of: [1, 2, 3, 4, 5], taking: $0) }
    try withEvery("to", in: lists) { to in
      for from in [[1, 2, 3, 4], [2, 5], [], [5, 1, 3]] as [[UInt64]] {
        let order = Self.order(from)
        let changeset = order.changeset(to: Self.order(to))
        guard !changeset.isEmpty else { continue }
        var session = try GallerySession(pages: order.pages, viewport: .zero)
        session.enqueue(.batch(order.edits(for: changeset)), at: .zero)
        while session.waitingTransaction == nil, session.nextBoundary() != nil {
          _ = session.advance(to: session.nextBoundary() ?? .zero)
        }
        let transaction = try #require(session.waitingTransaction)
        session.resolveCommit(transaction, .success, at: session.time)
        #expect(session.pageIDs.map(\.rawValue) == to, "\(TestTrace.current), from \(from)")
      }
    }
  }

  static func arrangements(of ids: [UInt64], taking count: Int) -> [[UInt64]] {
    guard count > 0 else { return [[]] }
    return ids.flatMap { first in
      arrangements(of: ids.filter { $0 != first }, taking: count - 1).map { [first] + $0 }
    }
  }

  /// By exhaustive search of all subsets.
  private static func longestAscent(_ ids: [UInt64]) -> Int {
    (0..<(1 << ids.count)).map { subset in
      let chosen = ids.indices.filter { subset >> $0 & 1 == 1 }.map { ids[$0] }
      return chosen == chosen.sorted() ? chosen.count : 0
    }.max() ?? 0
  }
}
