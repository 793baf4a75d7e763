// SPDX-License-Identifier: Apache-2.0

/// A table from pages to numbers.
///
/// It is a hash table with linear probing: a page is in the first empty cell at or after its own.
/// At most half of the cells are used. `Dictionary` needs random numbers, which an Embedded build
/// does not have, and would be compiled anew for each type of its keys and values.
package struct PageTable: Hashable, Sendable {
  private struct Cell: Hashable {
    var id: PageID
    var number: Int
    var isUsed: Bool
  }

  private var cells: [Cell] = []

  /// The number of pages.
  package private(set) var count = 0

  private static let empty = Cell(id: 0, number: 0, isUsed: false)

  /// Creates an empty table.
  package init() {}

  /// Creates a table from pages to their indexes in a list, the last ones of pages that occur repeatedly.
  ///
  /// - Complexity: O(n).
  package init(indexesOf ids: [PageID]) {
    for index in ids.indices { set(ids[index], to: index) }
  }

  /// The number of a page, `nil` if it has none.
  package subscript(id: PageID) -> Int? {
    guard count > 0 else { return nil }
    let cell = cells[cell(of: id)]
    return cell.isUsed ? cell.number : nil
  }

  /// Returns whether a page has a number.
  package func contains(_ id: PageID) -> Bool { count > 0 && cells[cell(of: id)].isUsed }

  /// The pages, in no particular order.
  ///
  /// - Complexity: O(n).
  package var ids: [PageID] {
    var ids: [PageID] = []
    for cell in cells where cell.isUsed { ids.append(cell.id) }
    return ids
  }

  /// Sets the number of a page.
  @inline(never)
  package mutating func set(_ id: PageID, to number: Int) {
    if (count + 1) * 2 > cells.count { grow() }
    let index = cell(of: id)
    if !cells[index].isUsed { count += 1 }
    cells[index] = Cell(id: id, number: number, isUsed: true)
  }

  /// Removes a page, if present.
  @inline(never)
  package mutating func remove(_ id: PageID) {
    guard contains(id) else { return }
    var hole = cell(of: id)
    var index = hole
    cells[hole] = Self.empty
    count -= 1
    // Every later page of the run moves to the hole unless its own cell is behind it.
    while true {
      index = (index + 1) & (cells.count - 1)
      guard cells[index].isUsed else { return }
      let distance = (index - ideal(cells[index].id)) & (cells.count - 1)
      if distance >= (index - hole) & (cells.count - 1) {
        cells.swapAt(hole, index)
        hole = index
      }
    }
  }

  private func ideal(_ id: PageID) -> Int {
    let mixed = (id.rawValue ^ (id.rawValue >> 32)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 33) & (cells.count - 1)
  }

  @inline(never)
  private func cell(of id: PageID) -> Int {
    var index = ideal(id)
    while cells[index].isUsed, cells[index].id != id { index = (index + 1) & (cells.count - 1) }
    return index
  }

  private mutating func grow() {
    let old = cells
    cells = Array(repeating: Self.empty, count: Swift.max(16, old.count * 2))
    for entry in old where entry.isUsed { cells[cell(of: entry.id)] = entry }
  }
}
