// SPDX-License-Identifier: Apache-2.0

/// A queue of the updates that one consumer has not taken yet, oldest first.
///
/// Appending and taking cost O(1) amortized, regardless of the number of queued events.
struct EventQueue {
  /// The maximum number of queued events.
  let limit: Int

  /// Whether an event was dropped; all later events are dropped as well.
  private(set) var isOverrun = false

  /// The events appended last, oldest first.
  private var added: [GalleryUpdate] = []
  /// The events to take next, oldest last.
  private var next: [GalleryUpdate] = []

  init(limit: Int) { self.limit = limit }

  /// Whether the queue is empty.
  var isEmpty: Bool { added.isEmpty && next.isEmpty }

  /// Appends an event, unless the queue is full.
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
