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
/// Both columns have the same items. Each has a header that stays in place; while both select the
/// same item, one title over both takes the place of the two.
///
/// ```swift
/// var selector = try SplitSelector(count: 6, viewport: Size(width: 375, height: 667))
/// selector.beginDrag(.left, at: .zero)
/// try selector.drag(.left, translation: -200, at: .milliseconds(16))
/// try selector.endDrag(.left, velocity: -300, at: .milliseconds(32))
/// for event in selector.advance(to: .milliseconds(48)) { print(event) }
/// ```
///
/// A selector reads no clock: each call carries its time, as the distance from an origin that the
/// host chooses. The same calls at the same times show the same, bit for bit, however often
/// ``advance(to:)`` is called in between. A frame costs what is visible of it, for any number of
/// items.
public struct SplitSelector: Hashable, Sendable {
  /// The numbers of items that a selector can have.
  public static var counts: ClosedRange<Int> { 0...Int(Int32.max) }

  /// The numbers and choices that the selector was made with.
  public let configuration: Configuration

  /// The area that shows both columns, in points.
  public internal(set) var viewport: Size

  /// The number of items in each column.
  public internal(set) var count: Int

  /// Whether both columns select the same item; `false` without items.
  public internal(set) var isWhole: Bool

  var left: SplitColumn
  var right: SplitColumn

  /// The share of the title over both columns.
  var wholeness: TimedMotion

  @usableFromInline
  package var clock: Int64
  @usableFromInline
  package var upcoming = Int64.never
  @usableFromInline
  package var pendingEvents: [SplitSelectorEvent] = []

  /// Creates a selector at rest.
  ///
  /// - Parameters:
  ///   - count: The number of items in each column, in ``counts``.
  ///   - viewport: The area that shows both columns, in points; sides in `0...1e9`.
  ///   - configuration: The numbers and choices of the selector.
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

  /// Returns the distance that a scroll view with the rows one below the other is scrolled, when a
  /// row is in the middle.
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
  package mutating func pass(_ time: Int64) {
    for side in SplitSide.allCases where self[side].nextEnd <= time {
      let old = self[side].index
      let isArriving = self[side].pass(time, limits)
      announce(side, from: old, at: time)
      if isArriving {
        pendingEvents.append(
          .settled(side, index: self[side].index, at: Duration(galleryTime: time)))
      }
    }
    wholeness.finish(at: time)
    schedule(at: time)
  }

  /// Ends a call or a boundary: finds out whether both columns select the same item, and the next
  /// boundary.
  mutating func schedule(at time: Int64) {
    let isWhole = count > 0 && left.index == right.index
    if isWhole != self.isWhole {
      self.isWhole = isWhole
      pendingEvents.append(.wholeChanged(isWhole: isWhole, at: Duration(galleryTime: time)))
      let current = wholeness.value(at: time)
      let target = isWhole ? 1.0 : 0.0
      wholeness = TimedMotion(
        from: current, to: target,
        duration: Int64((Self.fadeDuration * (target - current).magnitude).rounded()), at: time,
        pace: configuration.pace)
    }
    upcoming = Swift.min(left.nextEnd, right.nextEnd, wholeness.end)
  }

  /// The time in which the headers change over: 0.15 s for the whole way, in nanoseconds.
  private static var fadeDuration: Double { 150_000_000 }

  /// Reports that another item is selected.
  mutating func announce(_ side: SplitSide, from old: Int, at time: Int64) {
    let new = self[side].index
    guard new != old else { return }
    pendingEvents.append(
      .selectionChanged(side, from: old, to: new, at: Duration(galleryTime: time)))
  }

  /// Changes a column in a call.
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

  /// Lets time pass: everything that ends until then ends at its own exact time.
  ///
  /// - Parameter time: The time to go to. An earlier time than that of the last call counts as that
  ///   one and is reported.
  /// - Returns: What happened since the last `advance`, in order.
  public mutating func advance(to time: Duration) -> [SplitSelectorEvent] {
    _ = enter(at: time)
    return takeEvents()
  }

  /// Returns the next time at which something ends or another item is selected.
  ///
  /// - Returns: A time after the last call, `nil` if nothing will happen without a call.
  public func nextBoundary() -> Duration? { boundary }

  /// Returns whether something moves without a finger.
  ///
  /// - Parameter time: The time to look at, not before the last call.
  /// - Returns: `false` for a selector at rest and under fingers that rest.
  public func isAnimating(at time: Duration) -> Bool {
    state(at: moment(of: time)).upcoming != .never
  }
}
