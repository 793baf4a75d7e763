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

  private let state = Mutex(Values())

  /// The counters.
  var values: Values { state.withLock(\.self) }

  /// Counts the begin of a request.
  func begin() { state.withLock { $0.activeCount += 1 } }

  /// Counts the end of a request.
  func end(_ route: Route, status: Int, after duration: Duration, isEdit: Bool) {
    state.withLock { values in
      values.activeCount -= 1
      values.answers[route, default: Answers()].add(status, duration)
      if isEdit { values.edits[EditOutcome(status: status), default: 0] += 1 }
    }
  }
}
