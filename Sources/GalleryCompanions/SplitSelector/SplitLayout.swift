// SPDX-License-Identifier: Apache-2.0

/// The geometry of a column's rows, as a function of its position.
struct SplitLayout {
  /// The distance from the middle at which a row has its smallest size, in points.
  static var reach: Double { 200 }

  /// The distance from the middle of the farthest rows of a drum, in points: 1.1 times the reach.
  static var drumRadius: Double { 220 }

  let configuration: SplitSelector.Configuration
  let viewport: Size
  let count: Int
  let itemLength: Double

  /// The width of a column.
  var columnWidth: Double { viewport.width / 2 }

  /// Returns the distance of a row from the middle in units of the reach, in `-1...1`.
  func norm(_ index: Int, _ position: Double) -> Double {
    ((Double(index) - position) * itemLength / Self.reach).clamped(to: -1...1)
  }

  func scale(_ norm: Double) -> Double { 1 - configuration.scaleFactor * norm.magnitude }

  /// Returns the distance of a row's center from the center of the viewport, along the column.
  ///
  /// The distance is smaller than in a plain list by a quarter of the rows' remaining size. It
  /// grows with the index: with x = off / reach it is reach (3x + f x²) / 4 up to x = 1, and linear
  /// beyond.
  func distance(_ index: Int, _ position: Double) -> Double {
    let norm = norm(index, position)
    switch configuration.variant {
    case .list:
      let offset = (Double(index) - position) * itemLength
      return offset - offset / 4 * scale(norm)
    case .drum:
      return Self.drumRadius * norm
    }
  }

  /// Returns whether a row is at least partly in the viewport and not covered by another row.
  func isVisible(_ index: Int, _ position: Double) -> Bool {
    let scale = scale(norm(index, position))
    guard scale > 0, !isCovered(index, position) else { return false }
    return distance(index, position).magnitude - itemLength * scale / 2 < viewport.height / 2
  }

  /// Rows at the edge of a drum have the same place; the one nearest to the middle covers the
  /// others.
  private func isCovered(_ index: Int, _ position: Double) -> Bool {
    let nearer = index + (Double(index) < position ? 1 : -1)
    guard configuration.variant == .drum, (0..<count).contains(nearer) else { return false }
    let neighbor = norm(nearer, position)
    return neighbor.magnitude == 1 && neighbor == norm(index, position)
  }

  /// Returns the visible rows.
  ///
  /// They are contiguous around the middle one, because both the distance and the distance less
  /// half of the size grow away from it.
  func visibleRange(_ position: Double) -> Range<Int> {
    guard count > 0, viewport.hasArea else { return 0..<0 }
    let middle = Int(position.roundedHalfUp().clamped(to: 0...Double(count - 1)))
    guard isVisible(middle, position) else { return 0..<0 }
    var (low, high) = (middle, middle + 1)
    while low > 0, isVisible(low - 1, position) { low -= 1 }
    while high < count, isVisible(high, position) { high += 1 }
    return low..<high
  }

  func row(_ index: Int, of side: SplitSide, position: Double, current: Int) -> SplitRow {
    let scale = scale(norm(index, position))
    // The halves meet at the seam for any size.
    let shift =
      (columnWidth - columnWidth * scale) / 2 - configuration.interColumnSpacing / 2
    let x = side == .left ? columnWidth / 2 + shift : columnWidth + columnWidth / 2 - shift
    let isDrum = configuration.variant == .drum
    return SplitRow(
      index: index,
      center: Point(x: x, y: viewport.height / 2 + distance(index, position)),
      size: Size(width: columnWidth, height: itemLength), scale: scale,
      alpha: isDrum ? 1 : scale, zIndex: isDrum ? drumOrder(index, current) : 0)
  }

  private func drumOrder(_ index: Int, _ current: Int) -> Int {
    if index == current { return count }
    return index < current ? index : count - index - 1
  }

  func header(
    of side: SplitSide?, index: Int, norm: Double, alpha: Double
  ) -> SplitHeader {
    let (width, x) =
      switch side {
      case .left: (columnWidth, columnWidth / 2)
      case .right: (columnWidth, columnWidth + columnWidth / 2)
      case nil: (viewport.width, columnWidth)
      }
    let height = configuration.headerHeight
    return SplitHeader(
      side: side, index: index,
      center: Point(x: x, y: (viewport.height - itemLength) / 2 - 30 - height / 2),
      size: Size(width: Swift.max(0, width - 2 * configuration.headerInset), height: height),
      translation: 20 * norm, alpha: alpha, zIndex: 100)
  }
}
