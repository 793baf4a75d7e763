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

  /// Writes what is in the buffer.
  mutating func flush() throws(SystemError) {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    try System.write(buffer, to: System.standardOutput)
  }
}
