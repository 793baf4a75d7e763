// SPDX-License-Identifier: Apache-2.0

/// When there is a look after something was written: soon, and then less and less often.
///
/// A change is in the log before it can be read, and who writes it may wait long for the disk. The mark
/// behind it tells exactly, but is not always there.
struct PollingSchedule {
  /// A look that is to come.
  struct Look: Hashable {
    /// The time until then.
    var delay: Duration
    /// Tells looks that were put off from those that were replaced.
    fileprivate var generation: Int
  }

  static let delays: [Duration] = [
    .milliseconds(10), .milliseconds(100), .seconds(1), .seconds(5),
  ]

  private var generation = 0
  /// Which of the delays is waited for, `nil` for none.
  private var pending: Int?
  /// Whether something was written during the first delay.
  private var isAnew = false

  /// Notes that something was written.
  ///
  /// - Returns: The look that replaces the pending one, `nil` if that one comes soon enough.
  mutating func noteWrite() -> Look? {
    guard pending != 0 else {
      isAnew = true
      return nil
    }
    generation += 1
    pending = 0
    return Look(delay: Self.delays[0], generation: generation)
  }

  /// Whether the time of a look has come: another one may have replaced it.
  func isDue(_ look: Look) -> Bool { look.generation == generation && pending != nil }

  /// Returns the look after one, `nil` if there were enough.
  mutating func next(after look: Look) -> Look? {
    guard isDue(look), let last = pending else { return nil }
    let place = isAnew ? 0 : last + 1
    isAnew = false
    pending = place < Self.delays.count ? place : nil
    return pending.map { Look(delay: Self.delays[$0], generation: generation) }
  }
}
