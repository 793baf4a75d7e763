// SPDX-License-Identifier: Apache-2.0

import Logging
import PageStorage
import Synchronization

/// Whether the originals of a store can be asked for, looked at once a second at most.
///
/// Anyone may ask for the health of a server, and each look at an object store costs.
final class OriginalsProbe: Sendable {
  /// The time for which what was found is not looked at again.
  static let maximumAge = Duration.seconds(1)

  /// The time after which shared originals count as unavailable.
  private static let sharedPatience = Duration.seconds(2)

  private struct State {
    var found: (isAvailable: Bool, time: ContinuousClock.Instant)?
    var look: Task<Bool, Never>?
  }

  private let state = Mutex(State())
  private let patience: Duration?
  private let check: @Sendable () async throws -> Void

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - patience: The time after which originals count as unavailable; `nil` to wait for each answer.
  ///   - check: Asks for the originals, and throws if it cannot.
  init(patience: Duration?, check: @escaping @Sendable () async throws -> Void) {
    (self.patience, self.check) = (patience, check)
  }

  /// Creates the probe of a store.
  convenience init(_ store: PageStore) {
    let patience = store.hasSharedOriginals ? Self.sharedPatience : nil
    self.init(patience: patience, check: store.checkOriginals)
  }

  /// Looks whether the originals can be asked for.
  ///
  /// - Parameter logger: Is told why they cannot.
  /// - Returns: Whether they can; `false` if no answer comes in time.
  func areAvailable(_ logger: Logger) async -> Bool {
    let look = state.withLock { state in
      if let found = state.found, .now - found.time < Self.maximumAge {
        return Task { found.isAvailable }
      }
      let look = state.look ?? Task { await self.find(logger) }
      state.look = look
      return look
    }
    guard let patience else { return await look.value }
    return await Self.value(of: look, within: patience) ?? false
  }

  private func find(_ logger: Logger) async -> Bool {
    let isAvailable: Bool
    do {
      try await check()
      isAvailable = true
    } catch {
      logger.error("the originals cannot be read: \(error)")
      isAvailable = false
    }
    state.withLock { $0 = State(found: (isAvailable, .now)) }
    return isAvailable
  }

  /// Returns the value of a task, `nil` if it takes longer.
  private static func value(of task: Task<Bool, Never>, within limit: Duration) async -> Bool? {
    let (values, continuation) = AsyncStream.makeStream(of: Bool.self)
    Task { continuation.yield(await task.value) }
    let timer = Task {
      try await Task.sleep(for: limit)
      continuation.finish()
    }
    defer { timer.cancel() }
    return await values.first { _ in true }
  }
}
