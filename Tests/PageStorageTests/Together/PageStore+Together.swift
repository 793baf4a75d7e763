// SPDX-License-Identifier: Apache-2.0

import Dispatch

@testable import PageStorage

extension PageStore {
  /// Makes calls of one write each while the queue is held, so that all of them wait in their order,
  /// and returns their outcomes.
  ///
  /// - Parameters:
  ///   - calls: The calls.
  ///   - then: Called while all of them wait.
  /// - Returns: The outcomes.
  func together<Value: Sendable>(
    _ calls: [@Sendable () async throws -> Value], then: () async -> Void = {}
  ) async -> [Result<Value, PageStoreError>] {
    let hold = await holdWrites()
    var tasks: [Task<Result<Value, PageStoreError>, Never>] = []
    for call in calls {
      tasks.append(Task { await Self.outcome(call) })
      while writes.waitingCount < tasks.count { await Task.yield() }
    }
    await then()
    releaseWrites(hold)
    var outcomes: [Result<Value, PageStoreError>] = []
    for task in tasks { outcomes.append(await task.value) }
    return outcomes
  }

  /// Lets no write begin until ``releaseWrites(_:)``.
  func holdWrites() async -> WriteQueue.Hold {
    let hold = await writes.hold()
    writes.queue.suspend()
    return hold
  }

  /// Lets writes begin again.
  func releaseWrites(_ hold: WriteQueue.Hold) {
    writes.queue.resume()
    writes.release(hold)
  }

  /// Makes calls one after the other.
  func apart<Value>(
    _ calls: [@Sendable () async throws -> Value]
  ) async -> [Result<Value, PageStoreError>] {
    var outcomes: [Result<Value, PageStoreError>] = []
    for call in calls { outcomes.append(await Self.outcome(call)) }
    return outcomes
  }

  private static func outcome<Value>(
    _ call: () async throws -> Value
  ) async -> Result<Value, PageStoreError> {
    do {
      return .success(try await call())
    } catch {
      return .failure(error as? PageStoreError ?? .streamFailed(message: "\(error)"))
    }
  }
}
