// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The number of bytes of a body between the guard of a connection and the task that uses them.
///
/// A task that tells how much it has used receives larger pieces than single reads: waking it takes longer
/// than writing the few kilobytes of a read. It has used everything before the guard passes the next piece,
/// so that at most three pieces of a body are in memory: one in use, one that waits for the task, and one
/// that arrives.
final class BodyFlow: Sendable {
  /// The number of bytes of a piece, and of the memory that it takes: a buffer's is a power of two.
  static let pieceByteCount = 64 << 10

  /// The number of first bytes of a body that pass at once, so that a header is checked early.
  static let headByteCount = 32 << 10

  private struct State {
    var isCollectable = false
    var hasUser = false
    var passedCount = 0
    var usedCount = 0
    var isHeld = false

    var isCollecting: Bool { isCollectable && hasUser && passedCount >= headByteCount }

    /// Ends the wait for the user if everything is used, and returns whether there was one.
    mutating func release() -> Bool {
      guard isHeld, usedCount >= passedCount || !hasUser else { return false }
      isHeld = false
      return true
    }
  }

  private let state = Mutex(State())
}

// MARK: - The guard

extension BodyFlow {
  /// Begins the next body.
  ///
  /// - Parameter isCollectable: Whether it may pass in larger pieces.
  func begin(isCollectable: Bool) {
    state.withLock { $0 = State(isCollectable: isCollectable) }
  }

  /// Whether the next bytes of the body are to be collected.
  var isCollecting: Bool { state.withLock(\.isCollecting) }

  /// Notes that bytes of the body pass to the task.
  func pass(_ byteCount: Int) { state.withLock { $0.passedCount += byteCount } }

  /// Returns whether a piece has to wait until the task has used the ones before it.
  func holds() -> Bool {
    state.withLock { state in
      state.isHeld = state.hasUser && state.usedCount < state.passedCount
      return state.isHeld
    }
  }
}

// MARK: - The task

extension BodyFlow {
  /// Begins to use the present body from its first byte.
  func beginUse() { state.withLock { $0.hasUser = true } }

  /// Notes that bytes of the body were taken to be used.
  ///
  /// - Returns: Whether the guard waits for that.
  func use(_ byteCount: Int) -> Bool {
    state.withLock { state in
      state.usedCount += byteCount
      return state.release()
    }
  }

  /// Ends the use; the rest of the body passes as it arrives.
  ///
  /// - Returns: Whether the guard waits for that.
  func endUse() -> Bool {
    state.withLock { state in
      state.hasUser = false
      return state.release()
    }
  }
}
