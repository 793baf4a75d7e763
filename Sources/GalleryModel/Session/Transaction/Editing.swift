// SPDX-License-Identifier: Apache-2.0

/// The requests to change the pages, and the change that is running.
struct Editing: Hashable, Sendable {
  /// The requests.
  private(set) var queue: UpdateQueue

  /// The running change.
  private(set) var transaction: Transaction?

  /// Whether changes take no time until none is pending.
  private(set) var isDraining = false

  /// The number of changes so far.
  private var transactionCount: UInt64 = 0

  init(configuration: UpdateConfiguration) {
    queue = UpdateQueue(configuration: configuration)
  }

  /// The time at which the stage of the running change ends or the next change begins.
  func nextEnd(at time: Int64) -> Int64 {
    transaction?.end ?? (queue.isEmpty ? .never : time)
  }
}

// MARK: - Requests

extension Editing {
  /// Accepts or rejects a request.
  mutating func accept(
    _ request: UpdateRequest, alone isAlone: Bool, at time: Int64, in pages: PageList
  ) -> UpdateQueue.Acceptance {
    queue.accept(request, alone: isAlone, at: Duration(galleryTime: time), in: pages)
  }

  /// Cancels a request, unless it is too late.
  mutating func cancel(_ ticket: UpdateTicket) -> UpdateCancellation {
    queue.cancel(ticket, isStoppable: transaction?.isStoppable ?? false)
  }

  /// Lets all pending changes take no time.
  ///
  /// - Returns: `false` if none is pending.
  mutating func drain(at time: Int64) -> Bool {
    guard !queue.isEmpty else { return false }
    isDraining = true
    transaction = transaction?.hurrying(at: time)
    return true
  }

  /// Cancels all requests, also those of the running change.
  mutating func discard() -> [UpdateCompletion] {
    stop()
    return queue.discard()
  }

  /// Lets all requests fail, also those of the running change.
  mutating func failAll(_ error: UpdateError) -> [UpdateCompletion] {
    stop()
    return queue.failAll(error)
  }

  private mutating func stop() {
    transaction = nil
    isDraining = false
  }
}

// MARK: - Stages

extension Editing {
  /// Takes the requests of the next change out of the queue.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - pages: The pages before the change.
  ///   - ended: The requests that end without a change are appended.
  /// - Returns: The change, `nil` if no request is left.
  mutating func next(
    at time: Int64, in pages: PageList, ended: inout [UpdateCompletion]
  ) -> UpdateTransaction? {
    let update = queue.begin(at: Duration(galleryTime: time), in: pages, ended: &ended)
    if update == nil { isDraining = false }
    return update
  }

  /// Begins a change.
  ///
  /// - Parameters:
  ///   - update: The change and its requests.
  ///   - count: The number of pages before the change.
  ///   - focus: The active page, `nil` without one.
  ///   - lengths: The durations of the stages.
  ///   - time: The time.
  mutating func begin(
    _ update: UpdateTransaction, count: Int, focus: Int?, lengths: TransactionLengths,
    at time: Int64
  ) {
    transactionCount += 1
    let plan = TransactionPlan(
      id: GalleryTransactionID(number: transactionCount), update: update, count: count,
      focus: focus)
    transaction = Transaction(plan, lengths: lengths, at: time)
  }

  /// Begins another stage of the running change.
  mutating func enter(_ stage: Transaction.Stage, at time: Int64) {
    transaction = transaction?.entering(stage, at: time)
  }

  /// Notes that the host has applied the running change, whose new pages now grow.
  mutating func commit(at time: Int64) {
    queue.commit(at: Duration(galleryTime: time))
    enter(.grow, at: time)
  }

  /// Notes that the host has not applied the running change.
  mutating func fail(_ error: UpdateError) { queue.fail(error) }

  /// Ends the running change, committed or not.
  ///
  /// - Returns: The outcomes of its requests.
  mutating func end() -> [UpdateCompletion] {
    transaction = nil
    return queue.finish()
  }
}
