// SPDX-License-Identifier: Apache-2.0

/// The pages that have been visible, each with its time of appearance.
///
/// A hash table with linear probing, at most half full. Identifiers are hashed by a fixed function:
/// `Dictionary` needs a random seed, which an Embedded build does not have.
struct AppearanceMemory: Sendable {
  private struct Slot: Sendable {
    var page: PageID = 0
    /// The time of appearance, `empty` for a free slot.
    var start = Int64.never
  }

  private var slots: [Slot] = []
  private(set) var count = 0

  init() {}

  /// The time at which a page appeared, `nil` if it has not been visible.
  subscript(page: PageID) -> Int64? {
    guard let place = place(of: page) else { return nil }
    return slots[place].start
  }

  /// Inserts a page that has not been visible before.
  ///
  /// - Returns: `false` if it has been: then nothing changes.
  mutating func insert(_ page: PageID, start: Int64) -> Bool {
    guard place(of: page) == nil else { return false }
    if 2 * (count + 1) > slots.count { grow() }
    put(Slot(page: page, start: start))
    count += 1
    return true
  }

  /// Removes a page.
  ///
  /// Entries behind it that lookup would no longer find move forward.
  mutating func remove(_ page: PageID) {
    guard var hole = place(of: page) else { return }
    count -= 1
    let mask = slots.count - 1
    var place = hole
    while true {
      slots[hole].start = .never
      repeat {
        place = (place + 1) & mask
        guard slots[place].start != .never else { return }
        // An entry moves only if the hole is not before its home slot in the probe sequence.
      } while (hole - home(of: slots[place].page)) & mask
        > (place - home(of: slots[place].page)) & mask
      slots[hole] = slots[place]
      hole = place
    }
  }

  private func place(of page: PageID) -> Int? {
    guard !slots.isEmpty else { return nil }
    var place = home(of: page)
    while slots[place].start != .never {
      if slots[place].page == page { return place }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func put(_ slot: Slot) {
    var place = home(of: slot.page)
    while slots[place].start != .never { place = (place + 1) & (slots.count - 1) }
    slots[place] = slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: Swift.max(16, 2 * old.count))
    for slot in old where slot.start != .never { put(slot) }
  }

  private func home(of page: PageID) -> Int {
    var mixed = page.rawValue
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Int(truncatingIfNeeded: mixed) & (slots.count - 1)
  }
}

extension AppearanceMemory: Hashable {
  // Compares entries instead of slots, because the slots depend on the order of insertion.
  static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.count == rhs.count else { return false }
    for slot in lhs.slots where slot.start != .never {
      guard rhs[slot.page] == slot.start else { return false }
    }
    return true
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
  }
}
