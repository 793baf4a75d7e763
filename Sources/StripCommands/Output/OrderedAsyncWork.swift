// SPDX-License-Identifier: Apache-2.0

/// A scheduler that runs many asynchronous tasks at once and delivers their results in order.
struct OrderedAsyncWork {
  /// The maximum number of concurrent tasks.
  let jobs: Int

  /// Calls `work` for each input and `receive` for each result, in the order of the inputs.
  ///
  /// The first error stops it after the tasks that have started.
  func run<Input: Sendable, Output: Sendable>(
    _ inputs: [Input],
    work: @escaping @Sendable (Input) async throws -> Output,
    receive: (Output) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Output).self) { group in
      var queue = OrderedQueue<Output>(count: inputs.count, jobs: jobs, window: inputs.count)
      func startWork() {
        while let index = queue.start() {
          let input = inputs[index]
          group.addTask { (index, try await work(input)) }
        }
      }
      startWork()
      while let (index, output) = try await group.next() {
        for (_, output) in queue.finish(index, with: output) { try receive(output) }
        startWork()
      }
    }
  }
}
