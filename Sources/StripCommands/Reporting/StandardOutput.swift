// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A failure to write to standard output.
struct OutputError: Error {
  let cause: SystemError
}

/// A buffered standard output.
struct StandardOutput {
  /// Whether standard output is a terminal.
  let isTerminal = ThisProcess.isTerminal(ThisProcess.standardOutput)

  private var buffer: [UInt8] = []

  /// The subject of a sentence about standard output, with its file name if it is a file.
  static var words: String {
    let name = SystemCalls.path(ofOpen: ThisProcess.standardOutput).map { Path($0) }
    return "Standard output" + (name.map { " ('\($0.displayText)')" } ?? "")
  }

  // Large enough that the cost of the write(2) calls is negligible.
  private static let capacity = 1 << 16

  /// Appends bytes, and writes the buffer when it is full.
  mutating func write(_ bytes: [UInt8]) throws(OutputError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Whether bytes that do not fit on a full disk stay in the buffer for a later attempt.
  var waitsForRoom = false

  /// What asks the program to terminate, after which it waits 5 s for a reader; `nil` to wait without an end.
  var interruption: Interruption?

  /// Whether the work continues if the output fails: the product is pages or files, not these
  /// lines.
  var isDispensable = false

  /// The reason why nothing can be written anymore, `nil` if writing works.
  private(set) var loss: SystemError?

  /// Writes the contents of the buffer.
  ///
  /// - Throws: The error of the system, unless the work is to continue; then it becomes the
  ///   ``loss``.
  mutating func flush() throws(OutputError) {
    guard loss == nil else { return buffer.removeAll() }
    do throws(SystemError) {
      while !buffer.isEmpty { buffer.removeFirst(try writeSome()) }
    } catch {
      if waitsForRoom, error.isFullDisk { return }
      buffer.removeAll(keepingCapacity: true)
      guard isDispensable else { throw OutputError(cause: error) }
      loss = error
    }
  }

  /// Writes as much as a pipe takes without waiting, if something may end the wait.
  private func writeSome() throws(SystemError) -> Int {
    guard let interruption else {
      return try SystemCalls.writeOnce(buffer, to: ThisProcess.standardOutput)
    }
    try interruption.waitForRoom(in: ThisProcess.standardOutput)
    let part = buffer.prefix(ThisProcess.pipePartByteCount)
    return try SystemCalls.writeOnce(Array(part), to: ThisProcess.standardOutput)
  }
}
