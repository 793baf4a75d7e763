// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

// The visible contents, computed from frames, events and plain lists of pages.
extension EditRun {
  func checkView(_ frame: GalleryFrame) {
    checkActivePage(frame)
    checkJump(frame)
    checkAnnouncedPages(frame)
  }

  /// No remaining page is nearer to the position than the active one.
  private func checkActivePage(_ frame: GalleryFrame) {
    guard let active = frame.activePage, !session.isJumping else { return }
    let position = frame.position + placeShift
    let places = self.places
    guard let own = places[active].map({ abs($0 - position) }) else {
      return expect(false, "\(active) is active and goes away")
    }
    let slack = 2 * session.configuration.hysteresis + 1e-5 * max(1, abs(position))
    for (page, place) in places {
      expect(
        own <= abs(place - position) + slack,
        "\(active) is active at \(position), where \(page) is, \(session.driver) \(frame.stage)")
    }
  }

  /// The remaining pages, by their indexes in the new order.
  private var places: [PageID: Double] {
    let order = comingOrder
    return Dictionary(
      uniqueKeysWithValues: order.indices.compactMap { place in
        order[place].map { ($0, Double(place)) }
      })
  }

  /// The new order, with `nil` for inserted pages.
  private var comingOrder: [PageID?] {
    guard let transaction = session.transaction, transaction.leadsToNewOrder else {
      return session.pageIDs
    }
    let changeset = transaction.update.changeset
    let leaving = Set(changeset.deletions + changeset.moves.map(\.source))
    var arriving = changeset.insertions.map { ($0.index, PageID?.none) }
    arriving += changeset.moves.map { ($0.destination, session.pageIDs[$0.source]) }
    var order = session.pageIDs.indices.filter { !leaving.contains($0) }
      .map { Optional(session.pageIDs[$0]) }
    for (index, page) in arriving.sorted(by: { $0.0 < $1.0 }) { order.insert(page, at: index) }
    return order
  }

  /// The offset by which the new order is shifted.
  private var placeShift: Double {
    guard let transaction = session.transaction, transaction.leadsToNewOrder else { return 0 }
    return Double(transaction.shift)
  }

  /// The target of a jump is centered in the preview while it moves to another index, also after
  /// the jump.
  private func checkJump(_ frame: GalleryFrame) {
    guard session.isJumping || session.isShowingATarget, session.scroll.trail.isConstant else {
      return
    }
    for cell in frame.preview where cell.id == frame.activePage {
      expect(abs(cell.pageDistance) < 1e-9, "target \(cell) is not in the middle")
    }
  }

  /// The pages known to the host exist, and include all visible ones.
  private func checkAnnouncedPages(_ frame: GalleryFrame) {
    let present = Set(session.pageIDs)
    expect(
      eventLog.wanted.isSubset(of: present), "\(eventLog.wanted.subtracting(present)) is wanted")
    if let active = frame.activePage {
      expect(eventLog.wanted.contains(active), "\(active) is active and not wanted")
    }
    let hasMoves = session.transaction.map { !$0.update.changeset.moves.isEmpty } ?? false
    guard !hasMoves else { return }
    for cell in frame.strip {
      expect(eventLog.wanted.contains(cell.id), "\(cell.id) is visible and not wanted")
    }
  }
}

// MARK: - Calls

extension EditRun {
  /// Returns the page that has to be centered at the end if an answer is a failure, `nil` unless
  /// the gallery rests.
  var pageAtRest: PageID? {
    guard case .idle = session.driver else { return nil }
    return session.activePage
  }

  /// Checks the position of a resting gallery after a failure.
  func checkRest(on page: PageID) {
    guard let index = session.index(of: page) else { return expect(false, "\(page) is lost") }
    switch session.driver {
    case .idle(let position, _):
      expect(position == Double(index), "rest at \(position) after a failure instead of \(index)")
    case .settle(let settle):
      expect(settle.target == index, "way to \(settle.target) after a failure, not to \(index)")
    case .drag, .jump: expect(false, "\(session.driver) after a failure at rest")
    }
  }
}
