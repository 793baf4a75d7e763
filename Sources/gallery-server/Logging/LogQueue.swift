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
    /// Whether a call that writes the lines has been scheduled, and has not taken them yet.
    var isScheduled = false
  }

  /// The maximum number of bytes that wait, besides those that are being written.
  static let byteLimit = 1 << 20

  /// The time in which lines gather: to wake a thread for each takes longer than writing it.
  ///
  /// A process that is killed loses the lines of this time.
  private static let delay = DispatchTimeInterval.milliseconds(10)

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
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { queue.asyncAfter(deadline: .now() + Self.delay) { self.writeWaiting() } }
  }

  /// Waits until everything is written, but not longer than a time.
  func flush(within time: DispatchTimeInterval) {
    let end = DispatchSemaphore(value: 0)
    queue.async {
      self.writeWaiting()
      end.signal()
    }
    _ = end.wait(timeout: .now() + time)
  }

  /// Writes the lines that wait, and how many were lost behind them.
  private func writeWaiting() {
    let taken = state.withLock { state in
      defer { state = State() }
      return state
    }
    output.withLock { $0.write(taken.waiting, losing: taken.lostCount) }
  }
}
