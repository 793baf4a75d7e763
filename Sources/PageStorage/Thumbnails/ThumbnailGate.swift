// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The gate through which thumbnails are made: a limited number at the same time.
///
/// Concurrent requests for one thumbnail share one computation. Of the waiting thumbnails the one
/// that was requested last is next. A thumbnail that waits is given up when all tasks that
/// requested it were cancelled.
///
/// Those that take much memory are made one at a time, beside others. Thumbnails that nobody waits for are made one at a
/// time, while no other is being made.
final class ThumbnailGate: Sendable {
  typealias Outcome = Result<Thumbnail, PageStoreError>
  typealias Computation = @Sendable () async throws(PageStoreError) -> Thumbnail

  /// The number of thumbnails in the background that are kept; further ones are not made.
  static let backgroundLimit = 20_000

  private let width: Int
  private let queueLimit: Int
  private let state = Mutex(State())

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - width: The number of thumbnails that are made at the same time; at least 1 is used.
  ///   - queueLimit: The number of thumbnails that may wait.
  init(width: Int, queueLimit: Int) {
    self.width = max(1, width)
    self.queueLimit = queueLimit
  }

  /// The number of computations begun so far.
  var computationCount: Int { state.withLock(\.computationCount) }

  /// The number of thumbnails that wait.
  var waitingCount: Int { state.withLock(\.queue.count) }

  /// The number of thumbnails that are being made.
  var runningCount: Int { state.withLock(\.runningCount) }

  /// The number of requests that were refused because too many waited.
  var refusedCount: Int { state.withLock(\.refusedCount) }

  /// Returns the number of callers that wait for a thumbnail.
  func requestCount(for key: ThumbnailKey) -> Int {
    state.withLock { $0.jobs[key]?.waiters.count ?? 0 }
  }

  /// Returns a thumbnail, joining a computation already requested.
  ///
  /// A computation that has begun continues if a caller is cancelled, because its result is cached.
  ///
  /// - Parameters:
  ///   - key: The thumbnail.
  ///   - isLarge: Whether making it takes much memory; `false` by default.
  ///   - make: Makes it.
  /// - Returns: The thumbnail.
  /// - Throws: The error of `make`; `PageStoreError.busy` if too many wait, `.cancelled`.
  func thumbnail(
    _ key: ThumbnailKey, isLarge: Bool = false, make: @escaping Computation
  ) async throws(PageStoreError) -> Thumbnail {
    let number = state.withLock { $0.takeNumber() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: CheckedContinuation<Outcome, Never>) in
        guard !Task.isCancelled else { return waiter.resume(returning: .failure(.cancelled)) }
        request(key, number, waiter, Job(make: make, isLarge: isLarge))
        // A cancellation between the two lines above found nothing to cancel.
        if Task.isCancelled { cancel(key, number) }
      }
    } onCancel: {
      cancel(key, number)
    }
    return try outcome.get()
  }

  /// Makes a thumbnail once no other is being made.
  ///
  /// - Parameters:
  ///   - key: The thumbnail.
  ///   - isLarge: Whether making it takes much memory; `false` by default.
  ///   - make: Makes it.
  func prepare(_ key: ThumbnailKey, isLarge: Bool = false, make: @escaping Computation) {
    let next = state.withLock { $0.prepare(key, Job(make: make, isLarge: isLarge)) }
    if let next { begin(next.key, next.make) }
  }

  /// Gives up the thumbnails that nobody waits for.
  func removePrepared() { state.withLock { $0.background = [] } }

  private func request(
    _ key: ThumbnailKey, _ number: Int, _ waiter: CheckedContinuation<Outcome, Never>,
    _ job: Job
  ) {
    let step = state.withLock {
      $0.request(key, number: number, waiter, job, width: width, queueLimit: queueLimit)
    }
    switch step {
    case .wait: break
    case .begin: begin(key, job.make)
    case .refuse(let count): waiter.resume(returning: .failure(.busy(waiting: count)))
    }
  }

  /// Begins a computation on a thread that it may take for long.
  ///
  /// The next one begins there when it has ended, without a task in between that would have to wait for a core. It is
  /// nobody's task: it would keep what belongs to the request that began the first one.
  private func begin(_ key: ThumbnailKey, _ make: @escaping Computation) {
    Task.detached(executorPreference: BlockingWork.lengthyExecutor) { [self] in
      let outcome: Outcome
      do throws(PageStoreError) {
        outcome = .success(try await make())
      } catch {
        outcome = .failure(error)
      }
      let (waiters, next) = state.withLock { $0.end(key) }
      if let next { begin(next.key, next.make) }
      for waiter in waiters { waiter.resume(returning: outcome) }
    }
  }

  private func cancel(_ key: ThumbnailKey, _ number: Int) {
    let waiter = state.withLock { $0.cancel(key, number: number) }
    waiter?.resume(returning: .failure(.cancelled))
  }
}

extension ThumbnailGate {
  /// The result of a request.
  fileprivate enum Step {
    case wait
    case begin
    case refuse(waiting: Int)
  }

  fileprivate struct Job {
    var make: Computation
    var isLarge: Bool
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
  }

  fileprivate struct State {
    private let backgroundLimit = ThumbnailGate.backgroundLimit
    /// The requested thumbnails, waiting or being made.
    var jobs: [ThumbnailKey: Job] = [:]
    /// The waiting ones, the next one at the end.
    var queue: [ThumbnailKey] = []
    /// Those that nobody waits for, the next one first.
    var background: [(key: ThumbnailKey, job: Job)] = []
    var runningCount = 0
    private var isLargeOneRunning = false
    var computationCount = 0
    var refusedCount = 0
    private var lastNumber = 0

    mutating func takeNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    mutating func request(
      _ key: ThumbnailKey, number: Int, _ waiter: CheckedContinuation<Outcome, Never>,
      _ job: Job, width: Int, queueLimit: Int
    ) -> Step {
      if jobs[key] != nil {
        jobs[key]?.waiters[number] = waiter
        if let index = queue.lastIndex(of: key) { queue.append(queue.remove(at: index)) }
        return .wait
      }
      let hasRoom = runningCount < width && mayBegin(job)
      guard hasRoom || queue.count < queueLimit else {
        refusedCount += 1
        return .refuse(waiting: queue.count)
      }
      jobs[key] = job
      jobs[key]?.waiters[number] = waiter
      if hasRoom { count(job) } else { queue.append(key) }
      return hasRoom ? .begin : .wait
    }

    private func mayBegin(_ job: Job) -> Bool { !(job.isLarge && isLargeOneRunning) }

    private mutating func count(_ job: Job) {
      runningCount += 1
      computationCount += 1
      if job.isLarge { isLargeOneRunning = true }
    }

    /// Ends a computation.
    ///
    /// - Returns: Those who wait for it, and the next computation to begin.
    mutating func end(
      _ key: ThumbnailKey
    ) -> ([CheckedContinuation<Outcome, Never>], next: (key: ThumbnailKey, make: Computation)?) {
      runningCount -= 1
      let ended = jobs.removeValue(forKey: key)
      if ended?.isLarge == true { isLargeOneRunning = false }
      let waiters = ended.map { Array($0.waiters.values) } ?? []
      return (waiters, takeWaiting() ?? takePrepared())
    }

    /// Takes the waiting thumbnail that was requested last, of those that may begin.
    private mutating func takeWaiting() -> (key: ThumbnailKey, make: Computation)? {
      let index = queue.lastIndex { key in jobs[key].map(mayBegin) ?? false }
      guard let index, let job = jobs[queue[index]] else { return nil }
      count(job)
      return (queue.remove(at: index), job.make)
    }

    /// Adds a thumbnail that nobody waits for, and returns the computation to begin.
    mutating func prepare(
      _ key: ThumbnailKey, _ job: Job
    ) -> (key: ThumbnailKey, make: Computation)? {
      guard background.count < backgroundLimit else { return nil }
      background.append((key, job))
      return takePrepared()
    }

    /// Takes the next thumbnail that nobody waits for, unless any is being made.
    private mutating func takePrepared() -> (key: ThumbnailKey, make: Computation)? {
      guard runningCount == 0, !background.isEmpty else { return nil }
      let next = background.removeFirst()
      jobs[next.key] = next.job
      count(next.job)
      return (next.key, next.job.make)
    }

    /// Removes a caller, and its thumbnail if that waits for nobody else.
    mutating func cancel(
      _ key: ThumbnailKey, number: Int
    ) -> CheckedContinuation<Outcome, Never>? {
      guard let waiter = jobs[key]?.waiters.removeValue(forKey: number) else { return nil }
      if jobs[key]?.waiters.isEmpty == true, let index = queue.lastIndex(of: key) {
        queue.remove(at: index)
        jobs[key] = nil
      }
      return waiter
    }
  }
}
