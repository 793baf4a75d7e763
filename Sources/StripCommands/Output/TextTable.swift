// SPDX-License-Identifier: Apache-2.0

/// A table of text whose last column may have any length and any script.
struct TextTable {
  private let titles: [String]
  private let rightAligned: Set<Int>
  private var rows: [[String]] = []

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - titles: The column titles.
  ///   - rightAligned: The indexes of numeric columns.
  init(titles: [String], rightAligned: Set<Int>) {
    self.titles = titles
    self.rightAligned = rightAligned
  }

  /// Adds a row with a cell for each column.
  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  /// The table with a title row; empty if there are no rows.
  var text: String {
    guard !rows.isEmpty else { return "" }
    let lines = [titles] + rows
    let widths = titles.indices.map { column in
      lines.map { $0[column].unicodeScalars.count }.max() ?? 0
    }
    return lines.map { line($0, widths: widths) + "\n" }.joined()
  }

  private func line(_ cells: [String], widths: [Int]) -> String {
    cells.indices.map { column in
      guard column < cells.count - 1 else { return cells[column] }
      let count = cells[column].unicodeScalars.count
      let space = String(repeating: " ", count: widths[column] - count)
      return rightAligned.contains(column) ? space + cells[column] : cells[column] + space
    }.joined(separator: "  ")
  }
}
