// SPDX-License-Identifier: Apache-2.0

extension SplitSelector {
  /// The duration of a jump: 0.3 s.
  private static var jumpDuration: Int64 { 300_000_000 }

  /// Selects an item of a column.
  ///
  /// An animated jump takes 0.3 s and ends a drag of the column.
  ///
  /// - Parameters:
  ///   - index: The item.
  ///   - side: The column.
  ///   - animated: Whether the change is animated.
  ///   - time: The time of the call.
  /// - Throws: `SplitSelectorError.indexOutOfRange` if there is no such item.
  public mutating func select(
    _ index: Int, in side: SplitSide, animated: Bool = true, at time: Duration
  ) throws(SplitSelectorError) {
    guard (0..<count).contains(index) else { throw .indexOutOfRange(index, count: count) }
    let now = enter(at: time)
    jump(side, to: index, duration: animated ? Self.jumpDuration : 0, at: now)
  }

  /// Selects a random pair of items, different from the current or pending pair.
  ///
  /// The same seed and pair give the same result. Both columns jump, in 0.3 s.
  ///
  /// - Parameters:
  ///   - seed: Any number.
  ///   - time: The time of the call.
  /// - Returns: `false` with fewer than two items.
  @discardableResult
  public mutating func shuffle(seed: UInt64, at time: Duration) -> Bool {
    let now = enter(at: time)
    guard count > 1 else { return false }
    // The number of pairs may overflow a 32-bit `Int`.
    let side = UInt64(count)
    let current = UInt64(left.destination) * side + UInt64(right.destination)
    // Each of the other pairs has the same probability.
    let choice = Self.scrambled(seed).multipliedFullWidth(by: side * side - 1).high
    let pair = choice < current ? choice : choice + 1
    jump(.left, to: Int(pair / side), duration: Self.jumpDuration, at: now)
    jump(.right, to: Int(pair % side), duration: Self.jumpDuration, at: now)
    return true
  }

  /// Returns the first number of a SplitMix64 generator (Steele, Lea and Flood, "Fast splittable
  /// pseudorandom number generators", 2014).
  private static func scrambled(_ seed: UInt64) -> UInt64 {
    var mixed = seed &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private mutating func jump(
    _ side: SplitSide, to index: Int, duration: Int64, at time: Int64
  ) {
    let column = self[side]
    // A column that rests at the row or jumps to it is not changed.
    guard column.drag != nil || column.motion.target != Double(index) || duration == 0 else {
      return
    }
    let motion = TimedMotion(
      from: column.position(at: time, limits), to: Double(index), duration: duration, at: time,
      pace: configuration.pace)
    change(side, at: time) { $0.move(along: motion) }
  }

  /// Replaces the items without animation.
  ///
  /// Columns keep their current or pending row, or move to the last one.
  ///
  /// - Parameters:
  ///   - count: The number of items in each column, in ``counts``.
  ///   - time: The time of the change.
  /// - Throws: `SplitSelectorError.invalidCount`.
  public mutating func reload(count: Int, at time: Duration) throws(SplitSelectorError) {
    guard Self.counts.contains(count) else { throw .invalidCount(found: count) }
    let now = enter(at: time)
    self.count = count
    for side in SplitSide.allCases {
      let index = Swift.min(self[side].destination, Swift.max(0, count - 1))
      change(side, at: now) { $0.move(along: TimedMotion(restingAt: Double(index))) }
    }
    wholeness = TimedMotion(restingAt: isWhole ? 1 : 0)
    schedule(at: now)
  }

  /// Shows the selector in another area of the screen.
  ///
  /// It is allowed at any time and changes sizes only: positions, selections and remaining times
  /// are kept. A drag continues from its current translation.
  ///
  /// - Parameters:
  ///   - viewport: The new area, in points; sides in `0...1e9`.
  ///   - time: The time of the change.
  /// - Throws: `SplitSelectorError.invalidViewport` if a side is out of range.
  /// - Complexity: O(1).
  public mutating func setViewport(
    _ viewport: Size, at time: Duration
  ) throws(SplitSelectorError) {
    guard viewport.isUsable else { throw .invalidViewport(viewport) }
    let now = enter(at: time)
    let oldTrack = track
    self.viewport = viewport
    let track = track
    guard track != oldTrack else { return }
    for side in SplitSide.allCases {
      guard var drag = self[side].drag else { continue }
      drag.regrab(from: drag.position(at: now, in: limits), in: limits, track) {
        TimedMotion(fadingFrom: $0, at: now, pace: configuration.pace)
      }
      change(side, at: now) { $0.grab(with: drag) }
    }
  }
}
