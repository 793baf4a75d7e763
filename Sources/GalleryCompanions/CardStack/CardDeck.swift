// SPDX-License-Identifier: Apache-2.0

/// The undecided cards, from the top of the stack to its bottom.
///
/// The slot of a card that was removed from the top stays free, so that removing a card and putting
/// it back take O(1).
struct CardDeck: Hashable, Sendable {
  private var storage: [PageID]
  private var head = 0

  init(_ pages: some Collection<PageID>) {
    storage = Array(pages)
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.storage[lhs.head...] == rhs.storage[rhs.head...]
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(storage[head...])
  }

  var count: Int { storage.count - head }

  var pages: ArraySlice<PageID> { storage[head...] }

  subscript(index: Int) -> PageID { storage[head + index] }

  func firstIndex(of page: PageID) -> Int? {
    pages.firstIndex(of: page).map { $0 - head }
  }

  mutating func removeTop() {
    head += 1
    // The free slots at the top take no more memory than the remaining cards.
    guard head > 64, head > storage.count / 2 else { return }
    storage.removeFirst(head)
    head = 0
  }

  mutating func insert(_ page: PageID, at index: Int) {
    if index == 0, head > 0 {
      head -= 1
      storage[head] = page
    } else {
      storage.insert(page, at: head + index)
    }
  }

  mutating func append(contentsOf pages: some Collection<PageID>) {
    storage.append(contentsOf: pages)
  }

  mutating func remove(at index: Int) {
    index == 0 ? removeTop() : { _ = storage.remove(at: head + index) }()
  }
}

/// Returns the smallest identifier that occurs twice, `nil` if all differ.
///
/// The function sorts, because hashing needs random numbers, which an Embedded build does not have.
func duplicate(in pages: some Collection<PageID>) -> PageID? {
  var names: [UInt64] = []
  names.reserveCapacity(pages.count)
  for page in pages { names.append(page.rawValue) }
  names.sort()
  for index in names.indices.dropFirst() where names[index] == names[index - 1] {
    return PageID(names[index])
  }
  return nil
}
