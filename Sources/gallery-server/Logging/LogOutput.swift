// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// What writes lines to standard error, and counts those that cannot be written, such as on a full disk.
struct LogOutput: Sendable {
  private static let lineFeed = UInt8(ascii: "\n")

  private let format: LogFormat
  private var lostCount = 0
  /// Whether the last line was not written to its end.
  private var isInLine = false

  init(format: LogFormat) { self.format = format }

  /// Writes lines, and behind them how many were lost.
  ///
  /// - Parameters:
  ///   - lines: The bytes of complete lines.
  ///   - count: The number of lines behind them that were lost already.
  mutating func write(_ lines: [UInt8], losing count: Int) {
    put(lines)
    lostCount += count
    reportLost()
  }

  /// Writes how many lines were lost, if any; the number is kept until that succeeds.
  private mutating func reportLost() {
    let count = lostCount
    guard count > 0 else { return }
    lostCount = put(Array(report(count).utf8)) ? 0 : count
  }

  /// Writes lines, and returns whether all were written.
  @discardableResult
  private mutating func put(_ lines: [UInt8]) -> Bool {
    if isInLine {
      guard StandardStreams.write([Self.lineFeed], to: .error) == 1 else { return lose(lines[...]) }
      isInLine = false
    }
    let count = StandardStreams.write(lines, to: .error)
    guard count < lines.count else { return true }
    isInLine = count > 0 && lines[count - 1] != Self.lineFeed
    return lose(lines[count...])
  }

  private mutating func lose(_ rest: ArraySlice<UInt8>) -> Bool {
    lostCount += rest.count { $0 == Self.lineFeed }
    return false
  }

  /// Returns the line that tells how many were lost.
  private func report(_ count: Int) -> String {
    let line = Line()
    format.logger(level: .error, writingTo: line).error(
      "lines of the log were lost, because they could not be written in time",
      metadata: ["lines": .stringConvertible(count)])
    return line.text.withLock(\.self)
  }

  /// Keeps a line instead of writing it.
  private final class Line: TextOutputStream, Sendable {
    let text = Mutex("")

    func write(_ text: String) { self.text.withLock { $0 += text } }
  }
}
