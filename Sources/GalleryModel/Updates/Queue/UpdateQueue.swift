// SPDX-License-Identifier: Apache-2.0

/// A queue of the requests to change the pages, from their acceptance to their outcome.
///
/// The queue does the bookkeeping only. It has no time, no animation and no pages: every call takes
/// the order of the present pages, which changes only where `commit` is called. A transaction goes
/// through these calls:
///
///     accept(request, at: time, in: order)     at any time; may end a request at once
///     begin(at: time, in: order, &ended)       when idle: takes requests, gives their changeset
///     commit(at: time)                         the change was made; `order` is the new one from here
///       or fail(error)                         the change was not made; the animation goes back
///     finish()                                 the animation is over: the ends of its requests
///
/// `cancel` cancels a request, `discard` all of them, and `failAll` ends all of them when the order
/// is inconsistent. To drain the queue, call `begin`, `commit` and `finish` until `begin` returns
/// `nil`. Each request has exactly one outcome. The outcomes that one call returns are in the order
/// of acceptance, except that those of dependents follow the failure or cancellation that causes
/// them.
///
/// - `fail` of several requests gives no outcomes: they stay at the head of the queue and run
///   again, one by one. `fail` of one request, or its cancellation, removes it from the merged list
///   at once, so that logical indexes are correct during the rollback.
/// - A page that is inserted and deleted in one transaction does not reach the owner of the pages.
///   Requests that refer only to such pages end when the transaction begins, unless one of these
///   pages is also used by a request with other edits, which may fail and run again. Then they
///   stay, and end with the transaction. Superseded images of a page also end with the transaction.
/// - A page that is being deleted keeps its identifier until the commit: no page with the same
///   identifier can be inserted before.
///
/// Invariants: `requests` ascends by ticket, and its first `runningCount` ones are the transaction;
/// the entries of `merged` are those of the edits of `requests`.
///
/// - Complexity: `accept` takes O(log n + log q) for q pending edits; a batch also copies the queue.
///   `begin`, `commit`, `fail`, `cancel` and `finish` take O(q log q) at most.
struct UpdateQueue: Hashable, Sendable {
  /// The largest number of requests in one transaction.
  static let largestTransaction = 256

  /// The factor for all durations while too many requests wait.
  static let hurriedScale = 0.25

  enum Phase: Hashable, Sendable {
    case idle
    /// A transaction has begun and has not been committed.
    case running
    /// A transaction was committed or has failed, and its animation has not finished.
    case ending
  }

  var configuration: UpdateConfiguration
  var merged = MergedList()
  var requests: [PendingRequest] = []
  var runningCount = 0
  private(set) var phase = Phase.idle

  /// The outcomes to return when the animation has finished.
  var ending: [UpdateCompletion] = []

  /// The number of the last request.
  var lastNumber: UInt64 = 0

  /// The last request that has to run alone because it failed together with others.
  var lastSerialNumber: UInt64 = 0

  private(set) var isHurried = false

  init(configuration: UpdateConfiguration = UpdateConfiguration()) {
    self.configuration = configuration
  }

  /// The number of requests that are in no transaction.
  var waitingCount: Int { requests.count - runningCount }

  /// Whether no request is waiting, running or ending.
  var isEmpty: Bool { requests.isEmpty && phase == .idle }

  /// The factor for all durations of the next transaction.
  var durationScale: Double { isHurried ? Self.hurriedScale : 1 }

  mutating func enter(_ phase: Phase) {
    self.phase = phase
    updateHurry()
  }

  /// Shortens durations from the soft limit on, until the queue is empty.
  mutating func updateHurry() {
    if isEmpty {
      isHurried = false
    } else if waitingCount >= max(1, configuration.softLimit) {
      isHurried = true
    }
  }
}
