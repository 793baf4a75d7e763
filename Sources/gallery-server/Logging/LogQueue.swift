// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The lines of the log, which a thread of its own writes.
///
/// Nothing waits for whoever reads them: a pipe that nobody empties, or a terminal that stands still, would stop all
/// requests, and the end of the server too. Lines beyond ``byteLimit`` are lost, and an error in their place tells how
/// many.
final class LogQueue: TextOutputStream, Sendable {
  private struct State {
    var waiting: [UInt8] = []
    var lostCount = 0
    var isWriting = false
  }

  /// The maximum number of bytes that wait, besides those that are being written.
  static let byteLimit = 1 << 20

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "gallery-server.log")
  /// Used on the queue.
  private let output: Mutex<LogOutput>

  /// Creates a queue of lines for standard error.
  ///
  /// - Parameter format: The form of the line that tells of lost ones.
  init(format: LogFormat) { output = Mutex(LogOutput(format: format)) }

  /// Adds lines, and returns at once.
  ///
  /// - Parameter text: Complete lines.
  func write(_ text: String) {
    let isFirst = state.withLock { state in
      guard state.waiting.count + text.utf8.count <= Self.byteLimit else {
        state.lostCount += 1
        return false
      }
      state.waiting += text.utf8
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if isFirst { queue.async { self.writeAll() } }
  }

  /// Waits until everything is written, but not longer than a time.
  func flush(within time: DispatchTimeInterval) {
    let end = DispatchSemaphore(value: 0)
    queue.async {
      self.output.withLock { $0.reportLost() }
      end.signal()
    }
    _ = end.wait(timeout: .now() + time)
  }

  /// Writes what waits until nothing does.
  private func writeAll() {
    while let (lines, lostCount) = next() {
      output.withLock { $0.write(lines, losing: lostCount) }
    }
  }

  /// Takes the lines that wait, and the number of those that were lost behind them; `nil` if there are none.
  private func next() -> (lines: [UInt8], lostCount: Int)? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isWriting = false
        return nil
      }
      defer { (state.waiting, state.lostCount) = ([], 0) }
      return (state.waiting, state.lostCount)
    }
  }
}
