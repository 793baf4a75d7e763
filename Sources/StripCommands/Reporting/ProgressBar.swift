// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A progress line on standard error.
///
/// It appears only on a terminal and only for long work, and is erased at the end.
struct ProgressBar {
  private let total: Int
  private let unit: String
  private let columnCount: Int
  private let start: ContinuousClock.Instant
  private var lastDrawing: ContinuousClock.Instant?
  private var isVisible = false

  // Short work needs no progress display, and ten updates a second are enough.
  private static let delay = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)
  private static let longestBar = 40
  private static let eraseLine = Array("\r\u{1B}[K".utf8)

  /// Starts a display; returns `nil` if standard error is not a terminal that can erase a line.
  init?(total: Int, unit: String = "pages") {
    guard ThisProcess.isTerminal(ThisProcess.standardError), !TerminalKind.isDumb else {
      return nil
    }
    self.total = total
    self.unit = unit
    columnCount = ThisProcess.columnCount(of: ThisProcess.standardError) ?? 80
    start = .now
  }

  /// Shows that `done` pieces of work are complete.
  mutating func update(done: Int) {
    let now = ContinuousClock.now
    guard now - start >= Self.delay else { return }
    if let lastDrawing, isVisible, now - lastDrawing < Self.interval { return }
    lastDrawing = now
    isVisible = true
    let text = Self.text(
      done: done, total: total, unit: unit, columnCount: columnCount)
    try? SystemCalls.write(Self.eraseLine + Array(text.utf8), to: ThisProcess.standardError)
  }

  /// Erases the line.
  mutating func clear() {
    guard isVisible else { return }
    isVisible = false
    try? SystemCalls.write(Self.eraseLine, to: ThisProcess.standardError)
  }

  /// Returns the line for a terminal with `columnCount` columns.
  static func text(
    done: Int, total: Int, unit: String = "pages", columnCount: Int
  ) -> String {
    let numbers = "\(done) of \(total) \(unit)"
    // Two brackets, a space, and one column that stays empty so that no terminal wraps the line.
    let width = min(longestBar, columnCount - numbers.utf8.count - 4)
    guard width >= 4, total > 0 else { return String(numbers.prefix(max(0, columnCount - 1))) }
    let filled = width * min(done, total) / total
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    return "[\(bar)] \(numbers)"
  }
}
