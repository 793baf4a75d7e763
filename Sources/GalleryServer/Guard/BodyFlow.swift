// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The number of bytes of a body between the guard of a connection and the task that uses them.
///
/// A task that tells how much it has used receives larger pieces than single reads: waking it takes longer
/// than writing the few kilobytes of a read. It has used everything before the guard passes the next piece,
/// so that at most three pieces of a body are in memory: one in use, one that waits for the task, and one
/// that arrives.
final class BodyFlow: Sendable {
  /// The sizes of pieces and of the reads that they are made of.
  struct Sizes: Hashable, Sendable {
    /// The least number of bytes of a piece, and of the memory that it takes: a buffer's is a power of two.
    let pieceByteCount: Int

    /// The maximum size of a read, `nil` for that of other reads.
    let readByteCount: Int?

    /// The sizes of every body.
    static let common = Self(pieceByteCount: 64 << 10, readByteCount: nil)

    /// The sizes of a few bodies at a time: fewer calls and wakes for more memory.
    ///
    /// A read of at least a piece passes without a copy.
    static let large = Self(pieceByteCount: 128 << 10, readByteCount: 256 << 10)
  }

  /// The number of bytes of a piece of every body.
  static let pieceByteCount = Sizes.common.pieceByteCount

  /// The number of first bytes of a body that pass at once, so that a header is checked early.
  static let headByteCount = 32 << 10

  private struct State {
    var isCollectable = false
    /// The sizes, `nil` without a user.
    var sizes: Sizes?
    var passedCount = 0
    var usedCount = 0
    var isHeld = false

    var hasUser: Bool { sizes != nil }

    /// The sizes of the next pieces, `nil` if each read passes.
    var collected: Sizes? { isCollectable && passedCount >= headByteCount ? sizes : nil }

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

  /// The sizes of the pieces into which the next bytes are to be collected, `nil` if they are not.
  var sizes: Sizes? { state.withLock(\.collected) }

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
  /// Begins to use the present body from its first byte, in pieces of some sizes.
  func beginUse(_ sizes: Sizes = .common) { state.withLock { $0.sizes = sizes } }

  /// Makes the next pieces of the common size; what was collected passes with the next read.
  func shrink() { state.withLock { if $0.hasUser { $0.sizes = .common } } }

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
      state.sizes = nil
      return state.release()
    }
  }
}
