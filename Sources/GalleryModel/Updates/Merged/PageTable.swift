// SPDX-License-Identifier: Apache-2.0

/// A table from pages to handles.
///
/// It is a hash table with linear probing: a page is in the first empty cell at or after its own.
/// At most half of the cells are used. `Dictionary` needs random numbers, which an Embedded build
/// does not have.
struct PageTable: Hashable, Sendable {
  private struct Cell: Hashable {
    var id: PageID
    var handle: Int
  }

  private var cells: [Cell] = []
  private(set) var count = 0

  private static let empty = Cell(id: 0, handle: MergedEntry.none)

  /// The handle of a page, `MergedEntry.none` if it has none.
  subscript(id: PageID) -> Int {
    count == 0 ? MergedEntry.none : cells[cell(of: id)].handle
  }

  /// Sets the handle of a page.
  mutating func set(_ id: PageID, to handle: Int) {
    if (count + 1) * 2 > cells.count { grow() }
    let index = cell(of: id)
    if cells[index].handle == MergedEntry.none { count += 1 }
    cells[index] = Cell(id: id, handle: handle)
  }

  /// Removes a page, if present.
  mutating func remove(_ id: PageID) {
    guard self[id] != MergedEntry.none else { return }
    var hole = cell(of: id)
    var index = hole
    cells[hole] = Self.empty
    count -= 1
    // Every later page of the run moves to the hole unless its own cell is behind it.
    while true {
      index = (index + 1) & (cells.count - 1)
      guard cells[index].handle != MergedEntry.none else { return }
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

  private func cell(of id: PageID) -> Int {
    var index = ideal(id)
    while cells[index].handle != MergedEntry.none, cells[index].id != id {
      index = (index + 1) & (cells.count - 1)
    }
    return index
  }

  private mutating func grow() {
    let old = cells
    cells = Array(repeating: Self.empty, count: max(16, old.count * 2))
    for entry in old where entry.handle != MergedEntry.none {
      cells[cell(of: entry.id)] = entry
    }
  }
}
