// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// An operation of the interface: a method of a path.
struct Operation: Sendable {
  typealias Handler = @Sendable (Call) async throws -> Response

  let method: HTTPRequest.Method
  let pattern: RoutePattern

  /// The names of the query parameters.
  let query: Set<String>

  /// The needed permission, `nil` for operations that need none.
  let scope: AccessScope?

  /// The part of the store that it concerns.
  let reach: Reach

  let handler: Handler

  /// Whether its responses are read from a file while they are sent, also short ones.
  private(set) var isStreamed = false

  /// Whether its responses may last as long as their connections.
  private(set) var isLasting = false

  /// Whether its responses may be large and are made whole, so that requests of one connection take turns.
  private(set) var takesTurns = false

  /// Whether the transaction of its edit finds out all that depends on the store, earlier requests with the same key
  /// included.
  private(set) var isDecidedInTransaction = false

  /// Whether requests may have `Idempotency-Key`: those of the interface, not those of forms.
  ///
  /// For uploads it has no effect: they are repeated by their UUID.
  var takesKey: Bool { scope == .write && pattern.description.hasPrefix("/api/") }

  init(
    _ method: HTTPRequest.Method, _ pattern: String, query: Set<String> = [],
    scope: AccessScope? = nil, reach: Reach? = nil, _ handler: @escaping Handler
  ) {
    let pattern = RoutePattern(pattern)
    self.method = method
    self.pattern = pattern
    self.reach = reach ?? .of(pattern)
    self.query = query
    self.scope = scope
    self.handler = handler
  }

  static func get(
    _ pattern: String, query: Set<String> = [], _ handler: @escaping Handler
  ) -> Self {
    Self(.get, pattern, query: query, scope: .read, handler)
  }

  /// Returns the operation with responses that are read from a file while they are sent.
  func streamed() -> Self {
    var streamed = self
    streamed.isStreamed = true
    return streamed
  }

  /// Returns the operation with responses that may last as long as their connections.
  func lasting() -> Self {
    var lasting = self
    lasting.isLasting = true
    return lasting
  }

  /// Returns the operation with responses that are large and made whole.
  func inTurns() -> Self {
    var inTurns = self
    inTurns.takesTurns = true
    return inTurns
  }

  /// Returns the operation of which the transaction finds out all that depends on the store.
  func decidedInTransaction() -> Self {
    var decided = self
    decided.isDecidedInTransaction = true
    return decided
  }

  static func change(
    _ method: HTTPRequest.Method, _ pattern: String, query: Set<String> = [],
    _ handler: @escaping Handler
  ) -> Self {
    Self(method, pattern, query: query, scope: .write, handler)
  }

  /// An operation that needs no permission, such as the check of a load balancer.
  static func open(_ pattern: String, _ handler: @escaping Handler) -> Self {
    Self(.get, pattern, handler)
  }
}
