// SPDX-License-Identifier: Apache-2.0

/// The explicit expansions over time: the pages that a jump closes and opens.
struct Expansions: Hashable, Sendable {
  private var items = ThumbnailStripLayout.ExplicitExpansions.none
  private var clock = Tween.constant(1)

  /// The empty set.
  static var none: Expansions { Expansions() }

  var isEmpty: Bool { items.entries.isEmpty }

  var end: Int64 { clock.end }

  func items(at time: Int64) -> ThumbnailStripLayout.ExplicitExpansions {
    var items = items
    items.progress = clock.value(at: time)
    return items
  }

  /// Closes the given pages while the target opens.
  init(
    closing weights: ThumbnailStripLayout.ExplicitExpansions, opening target: Int,
    at time: Int64, duration: Int64
  ) {
    items = weights.closing
    items.set(.init(index: target, start: weights[target], target: 1))
    clock = Tween(from: 0, to: 1, at: time, duration: duration)
  }

  private init() {}

  /// Closes all pages from their current expansions.
  mutating func fade(at time: Int64, duration: Int64) {
    guard !isEmpty else { return }
    items = items(at: time).closing
    clock = Tween(from: 0, to: 1, at: time, duration: duration)
    finish(at: time)
  }

  /// Continues with another order of the pages.
  ///
  /// - Parameter newIndex: Returns the new index of a page, `nil` if it is deleted.
  mutating func reorder(_ newIndex: (Int) -> Int?) {
    var reordered = ThumbnailStripLayout.ExplicitExpansions.none
    for entry in items.entries {
      guard let index = newIndex(entry.index) else { continue }
      reordered.set(.init(index: index, start: entry.start, target: entry.target))
    }
    items.entries = reordered.entries
  }

  /// Removes the pages that have closed.
  mutating func finish(at time: Int64) {
    clock.finish(at: time)
    guard clock.isConstant else { return }
    items.entries.removeAll { $0.target == 0 }
  }
}

extension ThumbnailStripLayout.ExplicitExpansions {
  /// The same weights at this instant, as starts of tweens to zero.
  fileprivate var closing: Self {
    Self(
      entries: entries.map { .init(index: $0.index, start: weight(of: $0), target: 0) },
      progress: 0)
  }
}
