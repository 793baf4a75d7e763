// SPDX-License-Identifier: Apache-2.0

/// Standard output with a buffer in front of it.
struct StandardOutput {
  /// Whether people read along.
  let isTerminal = System.isTerminal(System.standardOutput)

  private var buffer: [UInt8] = []

  // Large enough that the calls to write(2) cost nothing beside the rest.
  private static let capacity = 1 << 16

  /// Adds bytes, and writes the buffer when it is full.
  mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Whether what finds no room, where standard output is a file on a full disk, stays for later.
  var waitsForRoom = false

  /// Writes what is in the buffer.
  mutating func flush() throws(SystemError) {
    do throws(SystemError) {
      while !buffer.isEmpty {
        buffer.removeFirst(try System.writeOnce(buffer, to: System.standardOutput))
      }
    } catch {
      if waitsForRoom, error.isFullDisk { return }
      buffer.removeAll(keepingCapacity: true)
      throw error
    }
  }
}
