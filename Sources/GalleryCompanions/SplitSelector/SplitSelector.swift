// SPDX-License-Identifier: Apache-2.0

/// Two columns side by side, of which each selects the row in its middle: the fronts and the backs of
/// a duplex scan, or two versions of the pages.
///
///     |   +-----+ | +-----+   |   rows away from the middle are smaller and fainter
///     | +-------+ | +-------+ |
///     | |   L   | | |   R   | |   the selected rows; their halves meet at the seam
///     | +-------+ | +-------+ |
///     |   +-----+ | +-----+   |
///
/// Both columns have the same items. Each has a fixed header. While both select the same item, one
/// title over both replaces the two headers.
///
/// ```swift
/// var selector = try SplitSelector(count: 6, viewport: Size(width: 375, height: 667))
/// selector.beginDrag(.left, at: .zero)
/// try selector.drag(.left, translation: -200, at: .milliseconds(16))
/// try selector.endDrag(.left, velocity: -300, at: .milliseconds(32))
/// for event in selector.advance(to: .milliseconds(48)) { print(event) }
/// ```
///
/// A selector reads no clock: each call has a time, relative to an origin that the host chooses.
/// The same calls at the same times give bit-identical frames, however often ``advance(to:)`` is
/// called in between. The cost of a frame depends on the visible rows, not on the number of items.
public struct SplitSelector: Hashable, Sendable {
  /// The valid numbers of items.
  public static var counts: ClosedRange<Int> { 0...Int(Int32.max) }

  /// The configuration of the selector.
  public let configuration: Configuration

  /// The area that shows both columns, in points.
  public internal(set) var viewport: Size

  /// The number of items in each column.
  public internal(set) var count: Int

  /// Whether both columns select the same item; `false` without items.
  public internal(set) var isWhole: Bool

  var left: SplitColumn
  var right: SplitColumn

  /// The progress of the cross-fade from the headers to the title over both columns.
  var wholeness: TimedMotion

  @usableFromInline
  package var clock: Int64
  @usableFromInline
  package var upcoming = Int64.never
  @usableFromInline
  package var outbox = Outbox<SplitSelectorEvent>()

  /// Creates a selector at rest.
  ///
  /// - Parameters:
  ///   - count: The number of items in each column, in ``counts``.
  ///   - viewport: The area that shows both columns, in points; sides in `0...1e9`.
  ///   - configuration: The configuration of the selector.
  ///   - left: The item that the left column selects. It is ignored without items.
  ///   - right: The item that the right column selects. It is ignored without items.
  ///   - time: The time of creation. Zero by default.
  /// - Throws: `SplitSelectorError` if a number or an index is out of range.
  public init(
    count: Int, viewport: Size, configuration: Configuration = Configuration(), left: Int = 0,
    right: Int = 0, at time: Duration = .zero
  ) throws(SplitSelectorError) {
    try configuration.validate()
    guard Self.counts.contains(count) else { throw .invalidCount(found: count) }
    guard viewport.isUsable else { throw .invalidViewport(viewport) }
    for index in [left, right] where count > 0 && !(0..<count).contains(index) {
      throw .indexOutOfRange(index, count: count)
    }
    self.configuration = configuration
    self.viewport = viewport
    self.count = count
    self.left = SplitColumn(restingAt: count > 0 ? left : 0)
    self.right = SplitColumn(restingAt: count > 0 ? right : 0)
    isWhole = count > 0 && left == right
    wholeness = TimedMotion(restingAt: isWhole ? 1 : 0)
    clock = Int64(galleryTime: time)
  }

  /// The time of the last call.
  public var time: Duration { Duration(galleryTime: clock) }

  /// Returns the item that a column selects.
  ///
  /// - Parameter side: The column.
  /// - Returns: The index of the row nearest to the middle, `nil` without items.
  public func selectedIndex(_ side: SplitSide) -> Int? {
    count > 0 ? self[side].index : nil
  }

  subscript(side: SplitSide) -> SplitColumn {
    get { side == .left ? left : right }
    set { if side == .left { left = newValue } else { right = newValue } }
  }

  /// The positions of the first and the last row.
  var limits: ClosedRange<Double> { 0...Double(Swift.max(0, count - 1)) }

  /// The height of a row, in points.
  public var itemLength: Double { configuration.itemLength(in: viewport) }

  /// Returns the content offset of a scroll view with the rows one below the other when a row is in
  /// the middle.
  ///
  /// - Parameter index: The row.
  /// - Returns: Points, negative for the first rows of a high viewport.
  public func contentOffset(ofItemAt index: Int) -> Double {
    Double(index) * itemLength + itemLength / 2 - viewport.height / 2
  }
}

// MARK: - Time

extension SplitSelector: TimedModel {
  @usableFromInline
  package mutating func pass(at time: Int64) {
    for side in SplitSide.allCases where self[side].nextEnd <= time {
      let old = self[side].index
      let isArriving = self[side].pass(at: time, limits)
      announce(side, from: old, at: time)
      if isArriving {
        outbox.append(
          .settled(side, index: self[side].index, at: Duration(galleryTime: time)))
      }
    }
    wholeness.finish(at: time)
    schedule(at: time)
  }

  /// Ends a call or a boundary: updates `isWhole` and finds the next boundary.
  mutating func schedule(at time: Int64) {
    let isWhole = count > 0 && left.index == right.index
    if isWhole != self.isWhole {
      self.isWhole = isWhole
      outbox.append(.wholeChanged(isWhole: isWhole, at: Duration(galleryTime: time)))
      let current = wholeness.value(at: time)
      let target = isWhole ? 1.0 : 0.0
      wholeness = TimedMotion(
        from: current, to: target,
        duration: Int64((Self.fadeDuration * (target - current).magnitude).rounded()), at: time,
        pace: configuration.pace)
    }
    upcoming = Swift.min(left.nextEnd, right.nextEnd, wholeness.end)
  }

  /// The duration of the headers' full cross-fade: 0.15 s, in nanoseconds.
  private static var fadeDuration: Double { 150_000_000 }

  /// Reports that another item is selected.
  mutating func announce(_ side: SplitSide, from old: Int, at time: Int64) {
    let new = self[side].index
    guard new != old else { return }
    outbox.append(
      .selectionChanged(side, from: old, to: new, at: Duration(galleryTime: time)))
  }

  /// Applies a change to a column within a call.
  mutating func change(
    _ side: SplitSide, at time: Int64, _ change: (inout SplitColumn) -> Void
  ) {
    let old = self[side].index
    change(&self[side])
    self[side].follow(at: time, limits)
    announce(side, from: old, at: time)
    schedule(at: time)
  }

  @usableFromInline
  package static func clockWentBackwards(found: Duration, at time: Duration) -> SplitSelectorEvent {
    .clockWentBackwards(found: found, at: time)
  }

  /// Advances to a time: everything that ends up to then ends at its own exact time.
  ///
  /// - Parameter time: The time. A time before that of the last call is replaced by it and
  ///   reported.
  /// - Returns: The events since the last `advance`, in order.
  public mutating func advance(to time: Duration) -> [SplitSelectorEvent] {
    _ = enter(at: time)
    return outbox.take()
  }

  /// Returns the next time at which something ends or another item is selected.
  ///
  /// - Returns: A time after the last call, `nil` if nothing will happen without a call.
  public func nextBoundary() -> Duration? { boundary }

  /// Returns whether something moves without a finger.
  ///
  /// - Parameter time: The time, not before the last call.
  /// - Returns: `false` for a selector at rest and under resting fingers.
  public func isAnimating(at time: Duration) -> Bool {
    state(at: moment(of: time)).upcoming != .never
  }
}
