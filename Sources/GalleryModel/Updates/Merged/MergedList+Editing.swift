// SPDX-License-Identifier: Apache-2.0

extension MergedList {
  /// The effect of an edit on the list.
  enum Effect {
    case applied(PendingEdit)
    case alreadyRemoved
    case unchanged
  }

  /// Applies an edit of the request with a number.
  ///
  /// A rejected edit has no effect.
  mutating func apply(
    _ edit: PageEdit, number: UInt64, in order: some PageOrder
  ) throws(UpdateError) -> Effect {
    switch edit {
    case .delete(let address):
      let target = try target(address, in: order)
      if isRemoved(target) { return .alreadyRemoved }
      delete(target, number: number)
      return .applied(.delete(target.page))
    case .insert(let page, at: let gap, in: let space, focus: let focus):
      try insert(page, at: gap, in: space, number: number, order: order)
      return .applied(.insert(page.id, focus))
    case .move(let address, to: let index, in: let space):
      let target = try target(address, in: order)
      let isRemoved = isRemoved(target)
      try validateDestination(index, of: target, isRemoved: isRemoved, in: space, order: order)
      if isRemoved { return .alreadyRemoved }
      return move(target, to: index, in: space, number: number)
    case .replace(let address, with: let size):
      let target = try target(address, in: order)
      return isRemoved(target) ? .alreadyRemoved : .applied(.replace(target.page, size))
    }
  }

  private mutating func delete(_ target: Target, number: UInt64) {
    tree.update(tree[head(of: target)].last) { $0.deletion = number }
  }

  private mutating func insert(
    _ page: Page, at gap: Int, in space: IndexSpace, number: UInt64, order: some PageOrder
  ) throws(UpdateError) {
    let logicalCount = logicalCount(order)
    let count = space == .presented ? order.count : logicalCount
    guard (0...count).contains(gap) else { throw .gapOutOfRange(gap, count: count) }
    try page.validateContentVersion()
    guard !heads.contains(page.id), order.index(of: page.id) == nil else {
      throw .duplicateID(page.id)
    }
    guard logicalCount < UInt32.max else { throw .tooManyPages }
    let location = space == .presented ? location(presented: gap) : element(at: gap).location
    heads.set(page.id, to: insertSlot(page, location: location, owner: number))
  }

  /// Throws unless the page can have an index afterward.
  ///
  /// A page that is waiting to be inserted is not in the presented order, so it adds one to the
  /// count.
  private func validateDestination(
    _ index: Int, of target: Target, isRemoved: Bool, in space: IndexSpace, order: some PageOrder
  ) throws(UpdateError) {
    let isCounted = space == .presented ? target.index != nil : !isRemoved
    let count = (space == .presented ? order.count : logicalCount(order)) + (isCounted ? 0 : 1)
    guard (0..<count).contains(index) else { throw .destinationOutOfRange(index, count: count) }
  }

  private mutating func move(
    _ target: Target, to index: Int, in space: IndexSpace, number: UInt64
  ) -> Effect {
    let isThere =
      space == .presented
      ? target.index == index && isAtHome(target) : logicalIndex(of: target) == index
    if isThere { return .unchanged }
    let head = head(of: target)
    let old = tree[head].last
    // The entry is dead while the new entry is looked up: a move counts indexes without the page.
    tree.update(old) { $0.deletion = number }
    let slot = insertSlot(
      tree[head].page, location: location(of: target, movedTo: index, in: space), owner: number)
    tree.update(old) { entry in
      entry.deletion = 0
      entry.next = slot
    }
    tree[slot].head = head
    tree[slot].previous = old
    tree[head].last = slot
    return .applied(.move(target.page, slot: slot))
  }

  private func location(
    of target: Target, movedTo index: Int, in space: IndexSpace
  ) -> Location {
    guard space == .presented else { return element(at: index).location }
    guard let home = target.index, index >= home else { return location(presented: index) }
    return location(presented: index + 1)
  }

  /// Returns the first entry of a page, which is created if there is none.
  private mutating func head(of target: Target) -> Int {
    guard target.head == MergedEntry.none, let index = target.index else { return target.head }
    let mark = MergedEntry(gap: index, isMark: true, page: Page(id: target.page))
    let handle = tree.insert(mark, before: tree.firstEntry(notBefore: index).handle)
    tree[handle].head = handle
    tree[handle].last = handle
    heads.set(target.page, to: handle)
    return handle
  }

  private mutating func insertSlot(_ page: Page, location: Location, owner: UInt64) -> Int {
    let slot = MergedEntry(gap: location.gap, isMark: false, page: page, owner: owner)
    let handle = tree.insert(slot, before: location.successor)
    tree[handle].head = handle
    tree[handle].last = handle
    return handle
  }
}
