// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Coalesces concurrent requests for the same thumbnail into one computation.
final class ThumbnailCoalescer: Sendable {
  typealias Outcome = Result<Thumbnail, PageStoreError>

  private let running = Mutex<[ThumbnailKey: Task<Outcome, Never>]>([:])
  private let started = Mutex(0)

  /// The number of computations so far.
  var computationCount: Int { started.withLock(\.self) }

  /// Returns a thumbnail, joining a computation already in progress.
  ///
  /// The computation continues if a caller is cancelled: others may be waiting, and the result is
  /// cached.
  func thumbnail(
    _ key: ThumbnailKey,
    make: @escaping @Sendable () async throws(PageStoreError) -> Thumbnail
  ) async throws(PageStoreError) -> Thumbnail {
    let task = running.withLock { running in
      if let task = running[key] { return task }
      started.withLock { $0 += 1 }
      let task = Task { () -> Outcome in
        let outcome: Outcome
        do throws(PageStoreError) {
          outcome = .success(try await make())
        } catch {
          outcome = .failure(error)
        }
        self.running.withLock { $0[key] = nil }
        return outcome
      }
      running[key] = task
      return task
    }
    return try await task.value.get()
  }
}
