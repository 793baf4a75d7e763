// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// An independent implementation of a strip and a preview during a change of the list: slow,
/// simple, without code of the layouts.
///
/// Every item is compared with every other one. `i` and `j` are indexes, all lengths are in points.
struct EditOracle {
  let edit: EditCase
  let count: Int
  let newCount: Int
  let ratios: [Double?]

  /// The new index of every item; for a deleted one, the index at which it disappears.
  let image: [Double]

  let deleted: Set<Int>
  let moved: Set<Int>
  let inserted: Set<Int>
  let shift: Double
  var q = 0.0
  var z: [Double]

  init(_ edit: EditCase) {
    self.edit = edit
    ratios = edit.ratios
    count = ratios.count
    newCount = edit.change.newList.count
    z = [Double](repeating: 1, count: count)
    shift = Double(edit.change.shift(forFocus: edit.focus))
    let changes = edit.change.changes
    switch edit.stage {
    case .collapse(let c):
      for i in changes.deletions { z[i] = 1 - c }
    case .close(let progress):
      q = progress
      for i in changes.deletions { z[i] = 0 }
    case .grow(let g):
      for insertion in changes.insertions { z[insertion.index] = g }
    }
    let isGrowing = edit.isGrowing
    deleted = isGrowing ? [] : Set(changes.deletions)
    moved = isGrowing ? [] : Set(changes.moves.map(\.source))
    inserted = isGrowing ? Set(changes.insertions.map(\.index)) : []
    image = (0..<count).map { Double(isGrowing ? $0 : edit.change.newIndex(of: $0) ?? 0) }
  }

  func mix(_ start: Double, _ end: Double) -> Double { (1 - q) * start + q * end }

  func tent(_ x: Double) -> Double { max(0, 1 - abs(x)) }

  func clampedPosition(_ position: Double, _ count: Int) -> Double {
    min(max(position, 0), Double(max(0, count - 1)))
  }

  func expansion(_ i: Int) -> Double {
    let before = tent(Double(i) - clampedPosition(edit.position, count))
    let after = tent(image[i] - clampedPosition(edit.position + shift, newCount))
    let weight = edit.weights[i] ?? 0
    if deleted.contains(i) {
      return min(1, edit.expansionRate * (1 - q) * before + weight * (1 - q))
    }
    let scroll = edit.expansionRate * mix(before, q == 0 ? 0 : after)
    return min(1, scroll + weight) * (inserted.contains(i) ? z[i] : 1)
  }

  func growth(_ i: Int) -> Double {
    guard let ratio = ratios[i] else { return 0 }
    return 66 * min(max(ratio, 0.2), 5) - 33
  }

  func extra(_ i: Int) -> Double { (growth(i) + 20) * expansion(i) }

  func width(_ i: Int) -> Double { (33 + growth(i) * expansion(i)) * z[i] }

  func sign(_ x: Double) -> Double { x > 0 ? 1 : x < 0 ? -1 : 0 }

  func side(_ i: Int, _ j: Int) -> Double {
    let old = sign(Double(i - j))
    if deleted.contains(i) || deleted.contains(j) { return old }
    return mix(old, sign(image[i] - image[j]))
  }

  /// The distances of all centers from the middle of the viewport.
  var centers: [Double] {
    let extras = (0..<count).map(extra)
    return (0..<count).map { i in
      var x = (mix(Double(i), image[i]) - (edit.position + q * shift)) * 37
      for j in 0..<count where j != i && extras[j] > 0 { x += side(i, j) * extras[j] / 2 }
      return x
    }
  }

  var totalLength: Double {
    var length = 0.0
    for i in 0..<count { length += (deleted.contains(i) ? 1 - q : 1) * 37 + extra(i) }
    let opening = edit.isGrowing ? 0 : edit.change.changes.insertions.count
    return length + Double(opening) * q * 37
  }

  /// The distance of a page of the preview from the focus.
  func pageDistance(_ i: Int) -> Double {
    mix(Double(i), image[i]) - (edit.position + q * shift)
  }

  func pageAlpha(_ i: Int) -> Double {
    let target = edit.focus.flatMap(edit.change.successor(of:))
    return moved.contains(i) && i != target ? 1 - min(1, min(q, 1 - q) / 0.1) : z[i]
  }
}
