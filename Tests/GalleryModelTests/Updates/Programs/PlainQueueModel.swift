// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// A reference queue of requests, as simple as possible: the merged list is one array.
///
/// A log contains all steps of the pending requests. Cancelling a request removes its elements and
/// its steps, and a commit makes an array of the rest.
struct PlainQueueModel {
  /// A position at which a page is, was or will be.
  ///
  /// The owner of the current ones is zero.
  struct Element {
    var place: Int
    var page: PageID
    var owner: UInt64
  }

  enum Step: Equatable {
    case comes(place: Int)
    case goes(place: Int)
    case dies
    case shows(PageShape?)
  }

  typealias Entry = (number: UInt64, page: PageID, step: Step)

  enum Phase {
    case idle
    case running
    case ending
  }

  var isSerial: Bool
  var hardLimit: Int
  var list: [Element] = []
  var log: [Entry] = []
  var contents: [PageID: Page] = [:]
  var requests: [UInt64] = []
  var running = 0
  var phase = Phase.idle
  var ending: [UpdateCompletion] = []
  var serialUntil: UInt64 = 0
  private var placeCount = 0

  init(_ pages: [Page], isSerial: Bool, hardLimit: Int) {
    self.isSerial = isSerial
    self.hardLimit = hardLimit
    for page in pages {
      list.append(Element(place: nextPlace(), page: page.id, owner: 0))
      contents[page.id] = page
    }
  }

  private mutating func nextPlace() -> Int {
    placeCount += 1
    return placeCount
  }

  var presented: [Element] { list.filter { $0.owner == 0 } }

  var logical: [Element] { list.filter { !isDying($0.page) && $0.place == lastPlace(of: $0.page) } }

  /// The current pages.
  var pages: [Page] { presented.compactMap { contents[$0.page] } }

  func isDying(_ page: PageID, upTo number: UInt64 = .max) -> Bool {
    log.contains { $0.page == page && $0.step == .dies && $0.number <= number }
  }

  func lastPlace(of page: PageID, upTo number: UInt64 = .max) -> Int? {
    var place = list.first { $0.page == page && $0.owner == 0 }?.place
    for entry in log where entry.page == page && entry.number <= number {
      switch entry.step {
      case .comes(let next), .goes(let next): place = next
      case .dies, .shows: break
      }
    }
    return place
  }
}

// MARK: - Acceptance

extension PlainQueueModel {
  /// Returns the outcome of a request, `nil` if it waits.
  mutating func accept(_ request: UpdateRequest, number: UInt64) -> UpdateOutcome? {
    guard requests.count - running < hardLimit else {
      return .rejected(.queueFull(limit: hardLimit))
    }
    let edits: [PageEdit] =
      switch request {
      case .edit(let edit): [edit]
      case .batch(let edits): edits
      }
    var copy = self
    var noWork: [UpdateOutcome] = []
    do throws(UpdateError) {
      for edit in edits {
        if let outcome = try copy.apply(edit, number) { noWork.append(outcome) }
      }
    } catch {
      return .rejected(error)
    }
    if noWork.count == edits.count {
      let isRemoved = !noWork.isEmpty && noWork.allSatisfy { $0 == .alreadyRemoved }
      return isRemoved ? .alreadyRemoved : .success(commitTime: .zero)
    }
    copy.requests.append(number)
    self = copy
    return nil
  }

  private mutating func apply(
    _ edit: PageEdit, _ number: UInt64
  ) throws(UpdateError) -> UpdateOutcome? {
    switch edit {
    case .delete(let address):
      let page = try page(address)
      if isDying(page) { return .alreadyRemoved }
      log.append((number, page, .dies))
    case .replace(let address, with: let size):
      let page = try page(address)
      if isDying(page) { return .alreadyRemoved }
      log.append((number, page, .shows(size)))
    case .insert(let page, at: let gap, in: let space, focus: _):
      let order = space == .presented ? presented : logical
      guard gap >= 0, gap <= order.count else { throw .gapOutOfRange(gap, count: order.count) }
      guard page.contentVersion >= 0, page.contentVersion <= 2_147_483_647 else {
        throw .invalidContentVersion(found: page.contentVersion)
      }
      guard !list.contains(where: { $0.page == page.id }) else { throw .duplicateID(page.id) }
      contents[page.id] = page
      let place = addElement(page.id, number, before: gap < order.count ? order[gap] : nil)
      log.append((number, page.id, .comes(place: place)))
    case .move(let address, to: let index, in: let space):
      let page = try page(address)
      let others = (space == .presented ? presented : logical).filter { $0.page != page }
      guard index >= 0, index <= others.count else {
        throw .destinationOutOfRange(index, count: others.count + 1)
      }
      if isDying(page) { return .alreadyRemoved }
      let isHome = presented.contains { $0.place == lastPlace(of: page) }
      let order = space == .logical ? logical : isHome ? presented : []
      if index < order.count, order[index].page == page { return .success(commitTime: .zero) }
      let place = addElement(page, number, before: index < others.count ? others[index] : nil)
      log.append((number, page, .goes(place: place)))
    }
    return nil
  }

  private func page(_ address: PageAddress) throws(UpdateError) -> PageID {
    switch address {
    case .id(let id):
      guard list.contains(where: { $0.page == id }) else { throw .unknownPage(id) }
      return id
    case .index(let index, in: let space):
      let order = space == .presented ? presented : logical
      guard index >= 0, index < order.count else {
        throw .indexOutOfRange(index, count: order.count)
      }
      return order[index].page
    }
  }

  private mutating func addElement(
    _ page: PageID, _ number: UInt64, before next: Element?
  ) -> Int {
    let new = Element(place: nextPlace(), page: page, owner: number)
    list.insert(new, at: list.firstIndex { $0.place == next?.place } ?? list.count)
    return new.place
  }
}
