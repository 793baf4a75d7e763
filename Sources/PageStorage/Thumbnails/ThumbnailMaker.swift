// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets all who ask for the same thumbnail at the same time wait for one computation.
final class ThumbnailMaker: Sendable {
  typealias Outcome = Result<Thumbnail, PageStoreError>

  private let running = Mutex<[ThumbnailKey: Task<Outcome, Never>]>([:])
  private let started = Mutex(0)

  /// The number of computations so far.
  var computationCount: Int { started.withLock(\.self) }

  /// Returns a thumbnail, and computes it unless that is being done.
  ///
  /// The computation goes on when a caller is cancelled: others may wait for it, and the cache wants it.
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
