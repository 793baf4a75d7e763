// SPDX-License-Identifier: Apache-2.0

/// A line on standard error that shows how far the work is.
///
/// It appears only on a terminal and only when the work lasts, and is gone at the end.
struct ProgressBar {
  private let total: Int
  private let unit: String
  private let columnCount: Int
  private let start: ContinuousClock.Instant
  private var lastDrawing: ContinuousClock.Instant?
  private var isVisible = false

  // Shorter work needs no explanation, and a terminal needs no more than ten pictures a second.
  private static let delay = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)
  private static let longestBar = 40
  private static let eraseLine = Array("\r\u{1B}[K".utf8)

  /// Starts to count, `nil` if standard error is not a terminal that can erase a line.
  init?(total: Int, unit: String = "pages") {
    guard System.isTerminal(System.standardError), !TerminalKind.isDumb else { return nil }
    self.total = total
    self.unit = unit
    columnCount = System.columnCount(of: System.standardError) ?? 80
    start = .now
  }

  /// Shows that `done` of all pieces of work are done.
  mutating func update(done: Int) {
    let now = ContinuousClock.now
    guard now - start >= Self.delay else { return }
    if let lastDrawing, isVisible, now - lastDrawing < Self.interval { return }
    lastDrawing = now
    isVisible = true
    let text = Self.text(
      done: done, total: total, unit: unit, columnCount: columnCount)
    try? System.write(Self.eraseLine + Array(text.utf8), to: System.standardError)
  }

  /// Takes the line away.
  mutating func clear() {
    guard isVisible else { return }
    isVisible = false
    try? System.write(Self.eraseLine, to: System.standardError)
  }

  /// Returns the line for a terminal that is `columnCount` wide.
  static func text(
    done: Int, total: Int, unit: String = "pages", columnCount: Int
  ) -> String {
    let numbers = "\(done) of \(total) \(unit)"
    // Two brackets, a space, and one column that stays free so that no terminal wraps the line.
    let width = min(longestBar, columnCount - numbers.utf8.count - 4)
    guard width >= 4, total > 0 else { return String(numbers.prefix(max(0, columnCount - 1))) }
    let filled = width * min(done, total) / total
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    return "[\(bar)] \(numbers)"
  }
}
