// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A row of a table: an operation, and the one that its time is compared with.
struct Stage {
  let name: String
  /// The name of the stage whose time is 1.
  let peer: String
  /// The number of operations per round; the table shows the cost of one.
  var count = 1
  /// Prepares a round; not measured.
  var prepare: (_ round: Int) async throws -> Void = { _ in }
  let work: (_ round: Int) async throws -> Void
}

/// The cost of a run of a stage.
struct Cost {
  /// The wall time in nanoseconds, including waits for the disk.
  var wall: Double
  /// The CPU time of this process in nanoseconds.
  var processor: Double

  static var now: Cost {
    Cost(wall: nanoseconds(CLOCK_MONOTONIC), processor: nanoseconds(CLOCK_PROCESS_CPUTIME_ID))
  }

  private static func nanoseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Returns the cost since `start`, divided by a number of operations.
  func since(_ start: Cost, count: Int) -> Cost {
    Cost(
      wall: (wall - start.wall) / Double(count),
      processor: (processor - start.processor) / Double(count))
  }
}

/// A table of medians of stages, measured round-robin: slow phases of the machine affect all
/// stages.
///
/// A ratio is the median of the rounds' ratios: the speed of a disk varies over seconds.
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
  /// The median value.
  var median: Double { sorted()[count / 2] }
}
