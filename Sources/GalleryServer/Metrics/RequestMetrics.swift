// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Synchronization

/// The requests that a server has answered, and those that it is answering.
final class RequestMetrics: Sendable {
  /// A resource and a method.
  struct Route: Hashable, Sendable, Comparable {
    /// The pattern of the path, `none` for addresses that do not exist.
    let pattern: String
    let method: String

    /// Creates a route; other methods than those of HTTP are called `other`.
    init(_ pattern: String?, _ method: HTTPRequest.Method) {
      self.pattern = pattern ?? "none"
      self.method =
        switch method {
        case .get, .head, .post, .put, .patch, .delete, .options: method.rawValue
        default: "other"
        }
    }

    static func < (first: Route, second: Route) -> Bool {
      (first.pattern, first.method) < (second.pattern, second.method)
    }
  }

  /// The result of an edit.
  enum EditOutcome: String, Sendable, CaseIterable {
    case committed
    /// The document had changed.
    case conflict
    case rejected
    case failed

    init(status: Int) {
      self =
        switch status {
        case ..<400: .committed
        case 409, 412: .conflict
        case ..<500: .rejected
        default: .failed
        }
    }
  }

  /// The answered requests of a route.
  struct Answers: Sendable {
    /// Their number by status.
    var counts: [Int: Int] = [:]
    var durations = Histogram()

    fileprivate mutating func add(_ status: Int, _ duration: Duration) {
      counts[status, default: 0] += 1
      durations.add(duration)
    }
  }

  /// The counters at one time.
  struct Values: Sendable {
    var answers: [Route: Answers] = [:]
    var edits: [EditOutcome: Int] = [:]
    var activeCount = 0
  }

  /// The answered requests of one route.
  final class Counter: Sendable {
    private let state = Mutex(Answers())

    fileprivate var answers: Answers { state.withLock(\.self) }

    /// Counts a request that was answered.
    func add(status: Int, after duration: Duration) {
      state.withLock { $0.add(status, duration) }
    }
  }

  private struct State {
    var counters: [Route: Counter] = [:]
    var edits: [EditOutcome: Int] = [:]
    var activeCount = 0
  }

  private let state = Mutex(State())

  /// The counters.
  var values: Values {
    let (counters, edits, activeCount) = state.withLock {
      ($0.counters, $0.edits, $0.activeCount)
    }
    let answers = counters.mapValues(\.answers).filter { !$0.value.counts.isEmpty }
    return Values(answers: answers, edits: edits, activeCount: activeCount)
  }

  /// Counts the begin of a request.
  func begin() { state.withLock { $0.activeCount += 1 } }

  /// Returns what counts the requests of a route.
  func counter(of route: Route) -> Counter {
    state.withLock { state in
      if let known = state.counters[route] { return known }
      let counter = Counter()
      state.counters[route] = counter
      return counter
    }
  }

  /// Counts the end of a request.
  func end(_ route: Route, status: Int, after duration: Duration, isEdit: Bool) {
    counter(of: route).add(status: status, after: duration)
    state.withLock { state in
      state.activeCount -= 1
      if isEdit { state.edits[EditOutcome(status: status), default: 0] += 1 }
    }
  }
}
