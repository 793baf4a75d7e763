// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Synchronization

  /// What a transaction has reached, for the case that its connection is lost.
  final class CommitProgress<Value: Sendable>: Sendable {
    private struct State {
      var number: String?
      var value: Value?
    }

    private let state = Mutex(State())

    /// The number of the transaction, `nil` as long as the server has not told it.
    var number: String? { state.withLock(\.number) }

    /// The result of the rules, `nil` as long as the commit was not sent.
    var value: Value? { state.withLock(\.value) }

    /// Begins another attempt.
    func begin() { state.withLock { $0 = State() } }

    /// Notes the number that the server has given the transaction.
    func note(number: String) { state.withLock { $0.number = number } }

    /// Notes that the commit is about to be sent.
    func commit(_ value: Value) { state.withLock { $0.value = value } }
  }
#endif
