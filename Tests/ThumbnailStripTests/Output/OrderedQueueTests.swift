// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import StripCommands

struct OrderedQueueTests {
  /// Regardless of the order of completion, results are delivered in order, once, and memory stays
  /// bounded.
  @Test func resultsComeInOrder() {
    checkProperty(
      seed: 5,
      generate: { generator in
        [20, 5, 8].map { Int.random(in: 1...$0, using: &generator) }
          + (0..<20).map { _ in Int.random(in: 0..<1000, using: &generator) }
      },
      shrink: { _ in [] },
      check: { values in failure(count: values[0], jobs: values[1], window: values[2], values) }
    )
  }

  private func failure(count: Int, jobs: Int, window: Int, _ choices: [Int]) -> String? {
    var queue = OrderedQueue<Int>(count: count, jobs: jobs, window: window)
    var running: [Int] = []
    var delivered: [Int] = []
    for choice in choices + Array(repeating: 0, count: count) {
      while let index = queue.start() { running.append(index) }
      if running.count > jobs { return "\(running.count) jobs run" }
      if let last = running.max(), last - delivered.count >= window { return "too many wait" }
      guard !running.isEmpty else { break }
      let index = running.remove(at: choice % running.count)
      delivered += queue.finish(index, with: index).map(\.1)
    }
    return delivered == Array(0..<count) ? nil : "delivered \(delivered)"
  }

  @Test func workRunsAndKeepsItsOrder() async throws {
    var received: [Int] = []
    try await OrderedWork(jobs: 4).run(Array(0..<200)) {
      $0 * $0
    } receive: { index, square in
      #expect(square == index * index)
      received.append(index)
    }
    #expect(received == Array(0..<200))
  }
}
