// SPDX-License-Identifier: Apache-2.0

/// The schedule of checks after a write: soon at first, then at increasing delays.
///
/// A change is written to the log before it becomes readable, and the writer may wait long for the
/// disk. The commit mark is exact, but not always present.
struct PollingSchedule {
  /// A scheduled check.
  struct Check: Hashable {
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
  private var hasNewWrite = false

  /// Notes a write.
  ///
  /// - Returns: The check that replaces the pending one, `nil` if that one is early enough.
  mutating func noteWrite() -> Check? {
    guard pending != 0 else {
      hasNewWrite = true
      return nil
    }
    generation += 1
    pending = 0
    return Check(delay: Self.delays[0], generation: generation)
  }

  /// Returns whether a check is due, unless another one has replaced it.
  func isDue(_ check: Check) -> Bool { check.generation == generation && pending != nil }

  /// Returns the next check, `nil` after the last one.
  mutating func next(after check: Check) -> Check? {
    guard isDue(check), let last = pending else { return nil }
    let index = hasNewWrite ? 0 : last + 1
    hasNewWrite = false
    pending = index < Self.delays.count ? index : nil
    return pending.map { Check(delay: Self.delays[$0], generation: generation) }
  }
}
