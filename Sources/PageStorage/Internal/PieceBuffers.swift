// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A process-wide pool of buffers through which pages are copied.
enum PieceBuffers {
  /// The size of a buffer in bytes: a scanned page takes one or two.
  static let byteCount = 1 << 20

  /// The alignment that direct I/O requires on common disks.
  static let alignment = 4096

  private static let count = 8
  private static let room = DispatchSemaphore(value: count)
  // Each buffer is used only by the thread that took it.
  private static let idle = Mutex<[TransferredValue<UnsafeMutableRawBufferPointer>]>([])

  /// Calls `body` with a buffer, once one is available.
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
