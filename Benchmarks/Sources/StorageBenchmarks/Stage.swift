// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One row of a table: a piece of work, and what its time is compared with.
struct Stage {
  let name: String
  /// The name of the stage that counts as 1.
  let peer: String
  /// The operations of one round, so that the table is about one of them.
  var count = 1
  /// Makes ready for a round; it is not measured.
  var prepare: (_ round: Int) async throws -> Void = { _ in }
  let work: (_ round: Int) async throws -> Void
}

/// What passed while a stage ran.
struct Cost {
  /// Nanoseconds by the clock on the wall, in which waits for the disk are.
  var wall: Double
  /// Nanoseconds that processors gave this process.
  var processor: Double

  static var now: Cost {
    Cost(wall: nanoseconds(CLOCK_MONOTONIC), processor: nanoseconds(CLOCK_PROCESS_CPUTIME_ID))
  }

  private static func nanoseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// The part of one of many operations since an earlier time.
  func since(_ start: Cost, count: Int) -> Cost {
    Cost(
      wall: (wall - start.wall) / Double(count),
      processor: (processor - start.processor) / Double(count))
  }
}

/// Measures stages round-robin, so that the machine's moods meet all of them, and prints medians.
///
/// A ratio is the median of the ratios of the rounds: a disk has moods that last for seconds.
enum StageTable {
  static func run(_ title: String, _ stages: [Stage], rounds: Int) async throws {
    var costs = [[Cost]](repeating: [], count: stages.count)
    for round in 0..<rounds {
      for (index, stage) in stages.enumerated() {
        try await stage.prepare(round)
        let start = Cost.now
        try await stage.work(round)
        costs[index].append(Cost.now.since(start, count: stage.count))
      }
    }
    print("\n| \(title), \(rounds) rounds | wall | CPU | wall, of its peer |\n|---|---|---|---|")
    for (index, stage) in stages.enumerated() {
      let peer = stages.firstIndex { $0.name == stage.peer } ?? index
      let ratios = zip(costs[index], costs[peer]).map { $0.wall / $1.wall }
      print(
        "| \(stage.name) | \(Self.time(costs[index].map(\.wall).median))",
        "| \(Self.time(costs[index].map(\.processor).median))",
        "| \(Self.rounded(ratios.median)) of \(stage.peer) |")
    }
  }

  private static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: "\(rounded(nanoseconds)) ns"
    case ..<1e6: "\(rounded(nanoseconds / 1e3)) us"
    case ..<1e9: "\(rounded(nanoseconds / 1e6)) ms"
    default: "\(rounded(nanoseconds / 1e9)) s"
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

extension [Double] {
  /// The value in the middle.
  var median: Double { sorted()[count / 2] }
}
