// SPDX-License-Identifier: Apache-2.0

/// The schedule of checks after a write: soon at first, then at increasing delays.
///
/// A change is written to the log before it becomes readable, and the writer may wait long for the
/// disk. The commit mark is exact, but not always present.
struct PollingSchedule {
  /// A scheduled check.
  struct Look: Hashable {
    /// The delay until the check.
    var delay: Duration
    /// The generation of the schedule, which identifies replaced checks.
    fileprivate var generation: Int
  }

  static let delays: [Duration] = [
    .milliseconds(10), .milliseconds(100), .seconds(1), .seconds(5),
  ]

  private var generation = 0
  /// The index of the pending delay, `nil` for none.
  private var pending: Int?
  /// Whether there was a write during the first delay.
  private var isAnew = false

  /// Notes a write.
  ///
  /// - Returns: The check that replaces the pending one, `nil` if that one is early enough.
  mutating func noteWrite() -> Look? {
    guard pending != 0 else {
      isAnew = true
      return nil
    }
    generation += 1
    pending = 0
    return Look(delay: Self.delays[0], generation: generation)
  }

  /// Returns whether a check is due, unless another one has replaced it.
  func isDue(_ look: Look) -> Bool { look.generation == generation && pending != nil }

  /// Returns the next check, `nil` after the last one.
  mutating func next(after look: Look) -> Look? {
    guard isDue(look), let last = pending else { return nil }
    let place = isAnew ? 0 : last + 1
    isAnew = false
    pending = place < Self.delays.count ? place : nil
    return pending.map { Look(delay: Self.delays[$0], generation: generation) }
  }
}
