// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The buffer of a page that arrives in pieces, from which it is written with direct I/O.
///
/// It belongs to its page as long as that arrives fast enough, see ``ArrivalRate``. A page without one is written
/// through the page cache instead.
final class StreamBuffer {
  private struct Pool {
    var usedCount = 0
    // Each buffer is used only by the object that took it.
    var idle: [TransferredValue<UnsafeMutableRawBufferPointer>] = []
  }

  /// The maximum number of buffers of the process.
  static let count = 16

  private static let pool = Mutex(Pool())

  private let memory: TransferredValue<UnsafeMutableRawBufferPointer>
  private var byteCount = 0

  /// Takes a buffer; `nil` if all are in use.
  init?() {
    let memory: TransferredValue<UnsafeMutableRawBufferPointer>? = Self.pool.withLock { pool in
      guard pool.usedCount < Self.count else { return nil }
      pool.usedCount += 1
      return pool.idle.popLast()
        ?? TransferredValue(
          .allocate(byteCount: PieceBuffers.byteCount, alignment: PieceBuffers.alignment))
    }
    guard let memory else { return nil }
    self.memory = memory
  }

  deinit {
    let isKept = Self.pool.withLock { pool in
      pool.usedCount -= 1
      guard pool.idle.count < Self.idleLimit else { return false }
      pool.idle.append(memory)
      return true
    }
    if !isKept { memory.value.deallocate() }
  }

  /// The number of buffers that stay allocated for the next pages: the system clears a new one, piece by piece, which
  /// takes as long as filling it.
  static let idleLimit = 8

  /// The number of buffers in use.
  static var usedCount: Int { pool.withLock(\.usedCount) }

  /// The number of buffers that nobody uses.
  static var idleCount: Int { pool.withLock(\.idle.count) }

  /// The bytes that it holds.
  var bytes: UnsafeRawBufferPointer { .init(rebasing: memory.value[..<byteCount]) }

  /// Whether it has no more room.
  var isFull: Bool { byteCount == memory.value.count }

  /// Adds as many of some bytes as it has room for.
  ///
  /// - Returns: The number of added bytes.
  func append(_ bytes: UnsafeRawBufferPointer) -> Int {
    let added = bytes.prefix(memory.value.count - byteCount)
    UnsafeMutableRawBufferPointer(rebasing: memory.value[byteCount...]).copyBytes(from: added)
    byteCount += added.count
    return added.count
  }

  /// Removes all bytes.
  func removeAll() { byteCount = 0 }
}

@available(*, unavailable)
extension StreamBuffer: Sendable {}
