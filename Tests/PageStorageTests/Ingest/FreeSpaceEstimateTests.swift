// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageStorage

/// The number of pages that are tried together, on a disk of known free space.
@Suite struct FreeSpaceEstimateTests {
  /// Stores the pages that fit, like an ingest.
  ///
  /// - Returns: The indexes of the pages that were stored, and the number of tries.
  private func store(_ pages: [Int], in total: Int) -> (stored: [Int], tries: Int) {
    var freeSpace = FreeSpaceEstimate()
    var (free, stored, tries) = (total, [Int](), 0)
    var waiting = Array(pages.indices.reversed())
    while true {
      var batch: [Int] = []
      while batch.count < freeSpace.count, let index = waiting.popLast() {
        if freeSpace.mayFit(byteCount: pages[index]) { batch.append(index) }
      }
      guard !batch.isEmpty else { return (stored, tries) }
      tries += 1
      let needed = batch.reduce(0) { $0 + pages[$1] }
      if needed <= free {
        free -= needed
        stored += batch
        freeSpace.didFit()
      } else if batch.count > 1 {
        freeSpace.didNotFit(count: batch.count)
        waiting += batch.reversed()
      } else {
        freeSpace.didNotFit(byteCount: needed)
      }
    }
  }

  @Test(arguments: [0, 1, 98, 250, 999, 1_000, 5_000])
  func pagesOfOneSizeFillTheDiskInFewTries(room: Int) {
    let (stored, tries) = store(Array(repeating: 1, count: 1_000), in: room)
    #expect(stored == Array(0..<min(room, 1_000)))
    #expect(tries <= 40)
  }

  @Test func smallPagesFindRoomBehindLargeOnes() {
    let pages = (0..<1_000).map { $0 % 100 == 99 ? 50_000 : 10 }
    let (stored, tries) = store(pages, in: 9_900)
    #expect(stored == pages.indices.filter { pages[$0] == 10 })
    #expect(tries <= 60)
  }

  @Test func aDiskWithRoomTakesWholePortions() {
    #expect(store(Array(repeating: 1, count: 1_000), in: 1_000).tries == 4)
  }

  @Test func aPageOfUnknownSizeIsTried() {
    var freeSpace = FreeSpaceEstimate()
    freeSpace.didNotFit(byteCount: nil)
    #expect(freeSpace.isScarce && freeSpace.count == 1)
    #expect(freeSpace.mayFit(byteCount: 1 << 40))
    freeSpace.didNotFit(byteCount: 10)
    #expect(!freeSpace.mayFit(byteCount: 10) && freeSpace.mayFit(byteCount: 9))
    #expect(freeSpace.mayFit(byteCount: nil))
  }
}
