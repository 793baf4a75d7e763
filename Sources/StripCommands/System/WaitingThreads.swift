// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Threads for tasks that wait for servers.
///
/// The pages of a store are read on the threads that decode them. Those of a store on servers make such a thread
/// wait for other tasks, which need threads of their own meanwhile.
final class WaitingThreads: TaskExecutor {
  /// The threads of the program.
  static let shared = WaitingThreads()

  private let queue = DispatchQueue(
    label: "thumbnail-strip.waiting", qos: .utility, attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
