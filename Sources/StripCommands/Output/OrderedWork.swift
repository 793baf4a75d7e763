// SPDX-License-Identifier: Apache-2.0

/// A scheduler that runs many tasks on several threads and delivers their results in order.
struct OrderedWork {
  /// The maximum number of concurrent tasks.
  let jobs: Int

  // The maximum number of results per job that wait for an earlier one; bounds memory.
  private static let waitingResultsPerJob = 8

  /// Calls `work` for each input on several threads, and `receive` for each result in the order of
  /// the inputs.
  ///
  /// An error of `receive` stops it after the tasks that have started.
  func run<Inputs: RandomAccessCollection, Output: Sendable>(
    _ inputs: Inputs,
    work: @escaping @Sendable (Inputs.Element) -> Output,
    receive: (Int, Output) throws -> Void
  ) async throws where Inputs.Index == Int, Inputs.Element: Sendable {
    // A single job runs on this thread and avoids the cost of passing pages between threads.
    guard jobs > 1 else {
      for index in inputs.indices { try receive(index, work(inputs[index])) }
      return
    }
    let jobs = min(jobs, max(1, inputs.count))
    try await withThrowingTaskGroup(of: (Int, Output).self) { group in
      var queue = OrderedQueue<Output>(
        count: inputs.count, jobs: jobs, window: jobs * Self.waitingResultsPerJob)
      func startWork() {
        while let index = queue.start() {
          let input = inputs[index]
          group.addTask { (index, work(input)) }
        }
      }
      startWork()
      while let (index, output) = try await group.next() {
        for (index, output) in queue.finish(index, with: output) { try receive(index, output) }
        startWork()
      }
    }
  }
}

/// A queue that determines which task starts next and which results can be delivered.
struct OrderedQueue<Output> {
  private let count: Int
  private let jobs: Int
  private let window: Int
  private var startedCount = 0
  private var runningCount = 0
  private var deliveredCount = 0
  private var waiting: [Int: Output] = [:]

  init(count: Int, jobs: Int, window: Int) {
    self.count = count
    self.jobs = jobs
    self.window = window
  }

  /// Returns the index of the next task to start, `nil` if none may start now.
  mutating func start() -> Int? {
    guard startedCount < count, runningCount < jobs, startedCount - deliveredCount < window
    else { return nil }
    defer { startedCount += 1 }
    runningCount += 1
    return startedCount
  }

  /// Records the result of a task, and returns the results that can be delivered now.
  mutating func finish(_ index: Int, with output: Output) -> [(Int, Output)] {
    runningCount -= 1
    waiting[index] = output
    var ready: [(Int, Output)] = []
    while let output = waiting.removeValue(forKey: deliveredCount) {
      ready.append((deliveredCount, output))
      deliveredCount += 1
    }
    return ready
  }
}
