// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import PageStorage
import Synchronization

/// The keys of the requests that are being answered.
///
/// Other processes with the same store wait for its lock instead.
final class RunningKeys: Sendable {
  private let keys = Mutex<Set<EditKey>>([])

  /// Runs a closure unless a request with the key is already being answered.
  ///
  /// - Throws: `Problem` with 409 if there is one; the errors of `body`.
  func running<Result>(
    _ key: EditKey, _ body: () async throws -> Result
  ) async throws -> Result {
    guard keys.withLock({ $0.insert(key).inserted }) else {
      throw Problem(
        .keyInProgress, "The first request with this Idempotency-Key has not ended.",
        headers: [.retryAfter: "1"])
    }
    defer { _ = keys.withLock { $0.remove(key) } }
    return try await body()
  }
}
