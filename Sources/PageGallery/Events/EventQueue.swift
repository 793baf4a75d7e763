// SPDX-License-Identifier: Apache-2.0

/// What one consumer has not taken yet, the oldest first.
///
/// Adding and taking cost O(1) on average, however many wait.
struct EventQueue {
  /// How many are kept.
  let limit: Int

  /// Whether one was not kept, so that those after it are not either.
  private(set) var isOverrun = false

  /// What was added last, the oldest first.
  private var added: [GalleryUpdate] = []
  /// What comes next, the oldest at the end.
  private var next: [GalleryUpdate] = []

  init(limit: Int) { self.limit = limit }

  /// Whether nothing waits.
  var isEmpty: Bool { added.isEmpty && next.isEmpty }

  /// Adds an event, unless there are as many as are kept.
  mutating func append(_ event: GalleryUpdate) {
    isOverrun = isOverrun || added.count + next.count >= limit
    if !isOverrun { added.append(event) }
  }

  /// Takes the oldest event.
  mutating func popFirst() -> GalleryUpdate? {
    if next.isEmpty {
      next = added.reversed()
      added = []
    }
    return next.popLast()
  }
}
