// SPDX-License-Identifier: Apache-2.0

/// The requests to change the pages, from their acceptance to their end.
///
/// The queue keeps the books. It knows neither time nor animation nor the pages themselves: every
/// call is given the order of the pages that are there now, which changes only where `commit` is
/// called. A transaction goes through these calls:
///
///     accept(request, at: time, in: order)     at any time; may end a request at once
///     begin(at: time, in: order, &ended)       when idle: takes requests, gives their changeset
///     commit(at: time)                         the change was made; `order` is the new one from here
///       or fail(error)                         the change was not made; the animation goes back
///     finish()                                 the animation is over: the ends of its requests
///
/// `cancel` takes a request back, `discard` all of them, and `failAll` ends all of them when the
/// order is no longer what it should be. To drain the queue, call `begin`, `commit` and `finish`
/// until `begin` gives nothing. Each request has exactly one end. The ends that one call returns are
/// in the order of acceptance, except that those which a failure or a cancellation brings about
/// follow it.
///
/// - `fail` of several requests gives no ends: they stay at the head of the queue and run again, one
///   by one. `fail` of one request, or its cancellation, takes it out of the merged list at once, so
///   that logical indexes are right while the animation goes back.
/// - A page that is inserted and deleted in one transaction does not reach the owner of the pages.
///   Requests that speak only of such pages end when the transaction begins, unless one of these
///   pages is also named by a request with more to do, which may fail and run again. Then they stay,
///   and end with the transaction. Earlier pictures of a page also end with the transaction.
/// - A page that is going away keeps its name until it is gone: none can be inserted with it.
///
/// Invariants: `requests` ascends by ticket, and its first `runningCount` ones are the transaction;
/// the places of `merged` are those that the edits of `requests` made.
///
/// - Complexity: `accept` takes O(log n + log q) for q pending edits; a batch also copies the queue.
///   `begin`, `commit`, `fail`, `cancel` and `finish` take O(q log q) at most.
struct UpdateQueue: Hashable, Sendable {
  /// The greatest number of requests that run together.
  static let largestTransaction = 256

  /// The factor of all lengths of time while too many requests wait.
  static let hurriedScale = 0.25

  enum Phase: Hashable, Sendable {
    case idle
    /// A transaction has begun and not been committed.
    case running
    /// A transaction has been committed or has failed, and its animation is not over.
    case ending
  }

  var configuration: UpdateConfiguration
  var merged = MergedList()
  var requests: [PendingRequest] = []
  var runningCount = 0
  private(set) var phase = Phase.idle

  /// The ends that wait for the end of the animation.
  var ending: [UpdateCompletion] = []

  /// The number of the last request.
  var lastNumber: UInt64 = 0

  /// The last request that has to run alone because it failed together with others.
  var lastSerialNumber: UInt64 = 0

  private(set) var isHurried = false

  init(configuration: UpdateConfiguration = UpdateConfiguration()) {
    self.configuration = configuration
  }

  /// The number of requests that no transaction has taken.
  var waitingCount: Int { requests.count - runningCount }

  /// Whether nothing waits, runs or ends.
  var isEmpty: Bool { requests.isEmpty && phase == .idle }

  /// The factor of all lengths of time of the next transaction.
  var durationScale: Double { isHurried ? Self.hurriedScale : 1 }

  mutating func enter(_ phase: Phase) {
    self.phase = phase
    updateHurry()
  }

  /// Starts to hurry at the soft limit, and stops when everything is done.
  mutating func updateHurry() {
    if isEmpty {
      isHurried = false
    } else if waitingCount >= max(1, configuration.softLimit) {
      isHurried = true
    }
  }
}
