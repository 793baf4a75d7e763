// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A file that is truncated and extended repeatedly, until it is stopped.
final class ChangingFile: Sendable {
  let path: String
  private let isStopped = Mutex(false)

  init(_ path: String, byteCount: Int) throws {
    self.path = path
    try Data(repeating: 7, count: byteCount).write(to: URL(fileURLWithPath: path))
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    Thread.detachNewThread { [weak self] in
      var count = 0
      while self?.isStopped.withLock(\.self) == false {
        count = (count + 7_919 * 131) % (2 * byteCount)
        try? handle.truncate(atOffset: UInt64(count))
      }
      try? handle.close()
    }
  }

  func stop() { isStopped.withLock { $0 = true } }
}
