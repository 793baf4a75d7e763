// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

// The invariants of a gallery whose pages change.
extension EditRun {
  /// Returns the first violated invariant of a program, `nil` if all hold.
  static func violation(in program: EditProgram) throws -> String? {
    var run = try EditRun(program)
    run.advancesFirst = program.steps.count % 2 == 0
    // The plain model takes longer than everything else.
    if program.gallery.count % 2 == 0 { run.expectedQueue = ExpectedQueue(run.session) }
    for (place, step) in program.steps.enumerated() {
      try run.perform(step)
      run.checkInvariants(all: place % 4 == 0)
      if let reason = run.violation { return "\(reason), step \(place)" }
    }
    run.end()
    return run.violation.map { "\($0), at the end" }
  }

  /// Ends the drag, and waits for the end of all motions.
  private mutating func end() {
    session.cancelDrag(at: session.time)
    if tickets.count % 2 == 0 { session.drain(at: session.time) }
    for _ in 0..<200 where !session.isAtRest || !session.queue.isEmpty {
      answer()
      expectedQueue?.follow(galleryRun.session)
      pass(until: session.clock + 20_000_000_000)
    }
    pass(until: session.clock)
    expectedQueue?.follow(galleryRun.session)
    checkInvariants(all: true)
    expect(session.isAtRest && session.queue.isEmpty, "no rest")
    expect(session.transaction == nil && !session.editing.isDraining, "a change is left")
    let missing = tickets.filter { eventLog.ends[$0] == nil }
    expect(missing.isEmpty, "no end of \(missing)")
    let difference = expectedQueue?.difference(from: eventLog.ends)
    expect(difference == nil, "request \(difference ?? "")")
  }

  private func checkInvariants(all: Bool) {
    let frame = session.frame(at: session.time)
    checkPages(frame)
    checkNumbers(frame)
    checkGaps(frame)
    checkRest(frame)
    checkView(frame)
    guard all else { return }
    let difference = expectedQueue?.difference(from: session)
    expect(difference == nil, "\(difference ?? "")")
    expect(session.frame(at: session.time) == frame, "another frame at the second time")
    guard session.upcoming != .never else { return }
    var later = session
    let time = Duration(galleryTime: session.upcoming)
    _ = later.advance(to: time)
    expect(later.frame(at: time) == session.frame(at: time), "the future is another one")
  }

  private func checkPages(_ frame: GalleryFrame) {
    expect(session.pageIDs == source.pages.map(\.id), "other pages than the host")
    for (index, id) in session.pageIDs.enumerated() {
      expect(session.index(of: id) == index, "index of \(id)")
    }
    let isEmptied = session.transaction.map { $0.leadsToNewOrder && $0.target == nil } ?? false
    expect((session.activePage == nil) == (session.count == 0 || isEmptied), "active page")
    expect(eventLog.active == session.activePage, "events and active page")
    if let active = session.activeIndex, let transaction = session.transaction,
      transaction.leadsToNewOrder
    {
      expect(
        !transaction.map.isDeleted(active),
        "page \(active) is active and goes away, \(session.driver) \(transaction)")
    }
  }

  private func checkNumbers(_ frame: GalleryFrame) {
    let unit = 0.0...1.0
    expect(frame.position.isFinite && frame.focus.isFinite, "position \(frame.position)")
    expect(unit.contains(frame.expansionRate), "rate \(frame.expansionRate)")
    for cell in frame.strip {
      expect(
        cell.numbers.allSatisfy(\.isFinite) && unit.contains(cell.alpha)
          && unit.contains(cell.expansion) && cell.size.width >= 0 && cell.size.height >= 0,
        "thumbnail \(cell)")
    }
    for cell in frame.preview {
      expect(
        cell.numbers.allSatisfy(\.isFinite) && unit.contains(cell.alpha)
          && unit.contains(cell.scale) && unit.contains(cell.contentBlend), "page \(cell)")
    }
  }

  /// Neighbors that stay and do not move keep their distance.
  private func checkGaps(_ frame: GalleryFrame) {
    let (axis, sign) = (session.configuration.axis, session.configuration.inputSign)
    let cells = frame.strip.filter { cell in
      guard let transaction = session.transaction, transaction.stage != .grow else { return true }
      return transaction.map.run(of: cell.index).itemChange == .kept
    }
    for (cell, next) in zip(cells, cells.dropFirst()) {
      let distance =
        (next.center.coordinate(along: axis) - cell.center.coordinate(along: axis)) * sign
      let gap = distance - (cell.size.length(along: axis) + next.size.length(along: axis)) / 2
      expect(
        gap >= session.configuration.interItemSpacing - 1e-9 * max(1, abs(distance)),
        "gap \(gap) after thumbnail \(cell.index), \(frame.stage)")
    }
  }

  private func checkRest(_ frame: GalleryFrame) {
    guard session.isAtRest, session.queue.isEmpty, session.transaction == nil else { return }
    expect(frame.position == Double(frame.activeIndex ?? 0), "rest at \(frame.position)")
    expect(frame.focus == frame.position, "rest with focus \(frame.focus)")
    expect(frame.expansionRate == 1 && session.scroll.expansions.isEmpty, "rest is not closed")
    for cell in frame.strip {
      let isActive = cell.index == frame.activeIndex
      expect(cell.expansion == (isActive ? 1 : 0), "rest with \(cell)")
      guard isActive else { continue }
      let axis = session.configuration.axis
      let middle = frame.viewport.strip.length(along: axis) / 2
      expect(cell.center.coordinate(along: axis) == middle, "rest with \(cell)")
    }
  }
}
