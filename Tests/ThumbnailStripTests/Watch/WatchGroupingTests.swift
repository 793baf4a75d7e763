// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import StripCommands

struct WatchGroupingTests {
  private typealias Arrival = WatchGrouping.Arrival

  private func arrivals(_ times: [Int64]) -> [Arrival] {
    times.map { Arrival(subfolder: nil, time: $0 * 1_000_000_000) }
  }

  @Test func aFolderHasOneGroup() {
    #expect(WatchGrouping.folder.groups(of: arrivals([1, 900, 5])) == [[0, 1, 2]])
    #expect(WatchGrouping.folder.groups(of: []).isEmpty)
  }

  @Test func eachSubfolderHasAGroup() {
    let arrivals = [nil, [1], [2], nil, [1]].map { Arrival(subfolder: $0, time: 0) }
    #expect(WatchGrouping.subfolder.groups(of: arrivals) == [[0, 3], [1, 4], [2]])
  }

  @Test func aPauseEndsAGroup() {
    let grouping = WatchGrouping.pause(.seconds(60))
    #expect(grouping.groups(of: arrivals([0, 60, 121, 122])) == [[0, 1], [2, 3]])
    #expect(grouping.groups(of: arrivals([100, 0, 161])) == [[0, 1], [2]], "what comes late")
    let ends = [Int64.min, .max].map { Arrival(subfolder: nil, time: $0) }
    #expect(grouping.groups(of: ends) == [[0], [1]])
    #expect(grouping.groups(of: ends.reversed()) == [[0, 1]])
  }

  /// Files are in the groups once and in order, and groups are separated exactly by pauses.
  @Test func groupsArePartsInOrder() {
    for seed in UInt64(0)..<500 {
      var random = SeededGenerator(seed: seed)
      let times = (0..<20).map { _ in Int64.random(in: 0...300, using: &random) }.sorted()
      let groups = WatchGrouping.pause(.seconds(20)).groups(of: arrivals(times))
      #expect(groups.flatMap { $0 } == Array(times.indices), "seed \(seed)")
      let starts = Set(groups.compactMap(\.first))
      for index in times.indices.dropFirst() {
        #expect(
          starts.contains(index) == (times[index] - times[index - 1] > 20), "seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    ("scan.jpg", 1, "scan.jpg"), ("scan.jpg", 2, "scan-2.jpg"), ("a.b.png", 10, "a.b-10.png"),
    ("scan", 3, "scan-3"), (".hidden", 2, ".hidden-2"),
  ])
  func aNumberStandsBeforeTheEnding(name: String, number: Int, expected: String) {
    #expect(Path(name).numbered(number) == Path(expected))
  }
}
