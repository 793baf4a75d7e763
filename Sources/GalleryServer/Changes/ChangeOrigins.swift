// SPDX-License-Identifier: Apache-2.0

import PageStorage
import Synchronization

/// The origins of recent changes: short texts with which clients recognize their own changes.
///
/// The log of the store does not have them. They live in the memory of this process, for the last
/// ``limit`` changes that had one.
final class ChangeOrigins: Sendable {
  /// The number of origins that are kept.
  static let limit = 4096

  private struct Key: Hashable {
    let document: DocumentID
    let revision: Int
  }

  private struct State {
    var origins: [Key: String] = [:]
    var order: [Key] = []
    /// The number of changes in progress that may have made a revision.
    var pending: [Key: Int] = [:]
    var waiters: [Key: [CheckedContinuation<Void, Never>]] = [:]
  }

  private let state = Mutex(State())

  /// Makes a change, and keeps its origin if it makes the expected revision.
  ///
  /// Readers of the log may see the revision before the change returns: they wait for its end.
  ///
  /// - Parameters:
  ///   - origin: The origin, `nil` for none.
  ///   - document: The document.
  ///   - revision: The revision that the change makes if no other one comes before it.
  ///   - change: Makes the change; returns a response, and what was made unless that was done before.
  /// - Returns: The result of `change`.
  /// - Throws: The error of `change`.
  func recording<Response>(
    _ origin: String?, of document: DocumentID, revision: Int,
    _ change: () async throws -> (response: Response, change: DocumentChange?)
  ) async throws -> (response: Response, change: DocumentChange?) {
    guard let origin else { return try await change() }
    let key = Key(document: document, revision: revision)
    state.withLock { $0.pending[key, default: 0] += 1 }
    do {
      let made = try await change()
      end(key, made.change?.revision == revision ? origin : nil)
      return made
    } catch {
      end(key, nil)
      throw error
    }
  }

  /// Returns the origin of a change, `nil` if it had none or is too old.
  func origin(of document: DocumentID, revision: Int) async -> String? {
    let key = Key(document: document, revision: revision)
    await withCheckedContinuation { waiter in
      let isSettled = state.withLock { state in
        guard state.pending[key] != nil else { return true }
        state.waiters[key, default: []].append(waiter)
        return false
      }
      if isSettled { waiter.resume() }
    }
    return state.withLock { $0.origins[key] }
  }

  /// The number of readers that wait for the end of a change.
  var waiterCount: Int { state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } } }

  private func end(_ key: Key, _ origin: String?) {
    let waiters = state.withLock { state in
      if let origin { Self.keep(origin, key, &state) }
      let count = state.pending[key, default: 1] - 1
      state.pending[key] = count > 0 ? count : nil
      return count > 0 ? [] : state.waiters.removeValue(forKey: key) ?? []
    }
    for waiter in waiters { waiter.resume() }
  }

  private static func keep(_ origin: String, _ key: Key, _ state: inout State) {
    state.origins[key] = origin
    state.order.append(key)
    guard state.order.count > 2 * limit else { return }
    for key in state.order.prefix(limit) { state.origins[key] = nil }
    state.order.removeFirst(limit)
  }
}
