// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The memory through which pages pass: a few pieces for all who store pages in this process.
enum PieceBuffers {
  /// The bytes of a piece: a page of paper in one or two.
  static let byteCount = 1 << 20

  /// What a direct access to any usual disk must be aligned to.
  static let alignment = 4096

  private static let count = 8
  private static let room = DispatchSemaphore(value: count)
  // Each is used by the one who took it, and by nobody else.
  private static let idle = Mutex<[TransferredValue<UnsafeMutableRawBufferPointer>]>([])

  /// Calls `body` with a piece of memory, once there is one.
  static func with<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result {
    room.wait()
    defer { room.signal() }
    let buffer =
      idle.withLock { $0.popLast() }
      ?? TransferredValue(.allocate(byteCount: byteCount, alignment: alignment))
    defer { idle.withLock { $0.append(buffer) } }
    return try body(buffer.value)
  }
}
