// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A row of the table: an operation, and the one that its time is compared with.
struct Stage {
  let name: String
  /// The name of the stage whose time is 1.
  let peer: String
  let work: () throws -> Void
}

/// A table of medians of stages, measured round-robin: slow phases of the machine affect all
/// stages.
enum StageTable {
  static func run(_ stages: [Stage], rounds: Int) throws {
    var times = [[Double]](repeating: [], count: stages.count)
    for _ in 0..<rounds {
      for (index, stage) in stages.enumerated() {
        let start = milliseconds()
        try stage.work()
        times[index].append(milliseconds() - start)
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    for (stage, median) in zip(stages, medians) {
      let peer = stages.firstIndex { $0.name == stage.peer }.map { medians[$0] } ?? median
      print(
        "| \(stage.name) | \(rounded(median)) ms | \(rounded(median / peer)) of \(stage.peer) |")
    }
  }

  /// Returns the CPU time of this process.
  private static func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
