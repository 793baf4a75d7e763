// SPDX-License-Identifier: Apache-2.0

/// Standard output that cannot be written to.
struct OutputError: Error {
  let cause: SystemError
}

/// Standard output with a buffer in front of it.
struct StandardOutput {
  /// Whether people read along.
  let isTerminal = System.isTerminal(System.standardOutput)

  private var buffer: [UInt8] = []

  /// Standard output as the begin of a sentence, with the name of its file if it is one.
  static var words: String {
    let name = System.name(ofOpen: System.standardOutput)
    return "Standard output" + (name.map { " ('\($0.displayText)')" } ?? "")
  }

  // Large enough that the calls to write(2) cost nothing beside the rest.
  private static let capacity = 1 << 16

  /// Adds bytes, and writes the buffer when it is full.
  mutating func write(_ bytes: [UInt8]) throws(OutputError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Whether what finds no room, where standard output is a file on a full disk, stays for later.
  var waitsForRoom = false

  /// Whether the work goes on without a reader: pages or files are its product, and not these lines.
  var isDispensable = false

  /// Why nothing can be written any more, if that is so.
  private(set) var loss: SystemError?

  /// Writes what is in the buffer.
  ///
  /// - Throws: The error of the system, unless the work is to go on; then it becomes the ``loss``.
  mutating func flush() throws(OutputError) {
    guard loss == nil else { return buffer.removeAll() }
    do throws(SystemError) {
      while !buffer.isEmpty {
        buffer.removeFirst(try System.writeOnce(buffer, to: System.standardOutput))
      }
    } catch {
      if waitsForRoom, error.isFullDisk { return }
      buffer.removeAll(keepingCapacity: true)
      guard isDispensable else { throw OutputError(cause: error) }
      loss = error
    }
  }
}
