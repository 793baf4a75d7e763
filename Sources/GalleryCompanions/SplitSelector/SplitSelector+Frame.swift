// SPDX-License-Identifier: Apache-2.0

extension SplitSelector {
  /// Returns the frame at a time.
  ///
  /// It has no side effects: equal calls return equal frames.
  ///
  /// - Parameter time: The time. A time before the last call is replaced by it.
  /// - Returns: The visible rows and headers.
  /// - Complexity: O(v) for v visible rows.
  public func frame(at time: Duration) -> SplitSelectorFrame {
    var frame = SplitSelectorFrame()
    self.frame(at: time, into: &frame)
    return frame
  }

  /// Writes the frame at a time into an existing one.
  ///
  /// Nothing is allocated if the frame has the capacity, which it has after the first frames, and
  /// if the time is before ``nextBoundary()``.
  ///
  /// - Parameters:
  ///   - time: The time. A time before the last call is replaced by it.
  ///   - frame: The frame to write. Its contents are replaced.
  /// - Complexity: O(v) for v visible rows.
  public func frame(at time: Duration, into frame: inout SplitSelectorFrame) {
    let now = moment(of: time)
    guard now >= upcoming else { return write(into: &frame, at: now) }
    state(at: now).write(into: &frame, at: now)
  }

  var layout: SplitLayout {
    SplitLayout(
      configuration: configuration, viewport: viewport, count: count, itemLength: itemLength)
  }

  private func write(into frame: inout SplitSelectorFrame, at time: Int64) {
    let layout = layout
    frame.time = Duration(galleryTime: time)
    frame.viewport = viewport
    frame.leftPosition = left.position(at: time, limits)
    frame.rightPosition = right.position(at: time, limits)
    frame.leftIndex = selectedIndex(.left)
    frame.rightIndex = selectedIndex(.right)
    frame.isWhole = isWhole
    frame.isAnimating = upcoming != .never
    Self.write(.left, position: frame.leftPosition, left.index, layout, into: &frame.left)
    Self.write(.right, position: frame.rightPosition, right.index, layout, into: &frame.right)
    frame.headers.removeAll(keepingCapacity: true)
    guard count > 0, viewport.hasArea else { return }
    writeHeaders(into: &frame, layout, wholeness: wholeness.value(at: time))
  }

  private static func write(
    _ side: SplitSide, position: Double, _ current: Int, _ layout: SplitLayout,
    into rows: inout [SplitRow]
  ) {
    rows.removeAll(keepingCapacity: true)
    for index in layout.visibleRange(position) {
      rows.append(layout.row(index, of: side, position: position, current: current))
    }
  }

  /// Writes the visible headers: those of the columns and the title over both cross-fade.
  private func writeHeaders(
    into frame: inout SplitSelectorFrame, _ layout: SplitLayout, wholeness: Double
  ) {
    let leftNorm = layout.norm(left.index, frame.leftPosition)
    let rightNorm = layout.norm(right.index, frame.rightPosition)
    let (leftAlpha, rightAlpha) = (1 - leftNorm.magnitude, 1 - rightNorm.magnitude)
    let half = 1 - wholeness
    if half * leftAlpha > 0 {
      frame.headers.append(
        layout.header(of: .left, index: left.index, norm: leftNorm, alpha: half * leftAlpha))
    }
    if half * rightAlpha > 0 {
      frame.headers.append(
        layout.header(of: .right, index: right.index, norm: rightNorm, alpha: half * rightAlpha))
    }
    let alpha = wholeness * Swift.min(leftAlpha, rightAlpha)
    guard alpha > 0 else { return }
    let norm = leftAlpha < rightAlpha ? leftNorm : rightNorm
    frame.headers.append(layout.header(of: nil, index: left.index, norm: norm, alpha: alpha))
  }
}
