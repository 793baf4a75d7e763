// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Runs blocking calls on dedicated threads, so that they do not delay tasks.
///
/// Dispatch keeps threads for each quality of service, as many as cores. Tasks run on those of the
/// default one, which work must not take.
enum BlockingWork {
  private static let queue = DispatchQueue(
    label: "PageStorage.work", qos: .userInitiated, attributes: .concurrent)

  /// The queue of work that takes a core for a long time, such as decoding: it delays other work of
  /// its kind only.
  static let lengthy = DispatchQueue(
    label: "PageStorage.lengthy", qos: .utility, attributes: .concurrent)

  /// An executor of tasks that block now and then, on the threads of short work.
  static let executor = Executor(queue)

  /// An executor of tasks that take a core for a long time.
  static let lengthyExecutor = Executor(lengthy)

  /// An executor that runs the parts of a task on the threads of a queue.
  final class Executor: TaskExecutor {
    private let queue: DispatchQueue

    fileprivate init(_ queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  /// Runs a blocking call without blocking the task.
  ///
  /// - Parameters:
  ///   - queue: The queue to run on, that of short work by default.
  ///   - body: The call.
  /// - Returns: What the call returns.
  /// - Throws: What the call throws.
  static func run<Result: Sendable>(
    on queue: DispatchQueue? = nil,
    _ body: @escaping @Sendable () throws(PageStoreError) -> Result
  ) async throws(PageStoreError) -> Result {
    let result: Swift.Result<Result, PageStoreError> = await withCheckedContinuation { waiter in
      (queue ?? Self.queue).async {
        do throws(PageStoreError) {
          waiter.resume(returning: .success(try body()))
        } catch {
          waiter.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  /// Runs a long blocking call that ends early if its task is cancelled.
  ///
  /// - Parameters:
  ///   - queue: The queue to run on.
  ///   - body: The call, which gets a check to make between its parts: it throws `.cancelled`.
  /// - Returns: What the call returns.
  /// - Throws: What the call throws.
  static func runUntilCancelled<Result: Sendable>(
    on queue: DispatchQueue,
    _ body:
      @escaping @Sendable (_ check: () throws(PageStoreError) -> Void) throws(PageStoreError) ->
      Result
  ) async throws(PageStoreError) -> Result {
    let cancellation = Cancellation()
    let result: Swift.Result<Result, PageStoreError> = await withTaskCancellationHandler {
      do throws(PageStoreError) {
        return .success(
          try await run(on: queue) { () throws(PageStoreError) in try body(cancellation.check) })
      } catch {
        return .failure(error)
      }
    } onCancel: {
      cancellation.note()
    }
    return try result.get()
  }

  /// Blocks the calling thread, which must not be one of those that run tasks, until a task ends.
  static func waiting<Result: Sendable>(
    _ body: @escaping @Sendable () async throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result {
    let outcome = WaitedOutcome<Result>()
    Task.detached {
      do throws(PageStoreError) {
        outcome.set(.success(try await body()))
      } catch {
        outcome.set(.failure(error))
      }
    }
    return try outcome.wait().get()
  }
}

/// Whether a task was cancelled, for a thread that works for it.
private final class Cancellation: Sendable {
  private let isCancelled = Atomic(false)

  func note() { isCancelled.store(true, ordering: .relaxed) }

  func check() throws(PageStoreError) {
    if isCancelled.load(ordering: .relaxed) { throw .cancelled }
  }
}

/// The result of a task that a thread waits for.
private final class WaitedOutcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, PageStoreError>>(.failure(.cancelled))
  private let end = DispatchSemaphore(value: 0)

  func set(_ value: Result<Value, PageStoreError>) {
    result.withLock { $0 = value }
    end.signal()
  }

  func wait() -> Result<Value, PageStoreError> {
    end.wait()
    return result.withLock(\.self)
  }
}
