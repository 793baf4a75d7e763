// SPDX-License-Identifier: Apache-2.0

/// Does many pieces of work that wait for others at the same time, and delivers the results in order.
struct OrderedAsyncWork {
  /// The most pieces that are worked on at the same time.
  let jobs: Int

  /// Calls `work` for each input and `receive` for each result, in the order of the inputs.
  ///
  /// The first error ends it, after the work that has begun.
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
