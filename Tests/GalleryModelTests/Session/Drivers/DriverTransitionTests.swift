// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// Every call in every state.
struct DriverTransitionTests {
  /// The writer of the position, without its numbers.
  enum Kind: Hashable {
    case idle
    case drag(GallerySurface)
    case settle(GallerySurface)
    case jump(Int)

    init(_ driver: Driver) {
      self =
        switch driver {
        case .idle: .idle
        case .drag(let drag): .drag(drag.surface)
        case .settle(let settle): .settle(settle.surface)
        case .jump(let jump): .jump(jump.target)
        }
    }
  }

  enum Call: CaseIterable {
    case beginPreview, beginStrip, end, cancel, goTo, wait
  }

  /// A state, and the result of each call in it; `nil` if the call is ignored.
  struct Row: Sendable {
    var state: Kind
    var release: Kind?
    var afterwards: Kind
  }

  static let rows = [
    Row(state: .idle, release: nil, afterwards: .idle),
    Row(state: .drag(.preview), release: .settle(.preview), afterwards: .drag(.preview)),
    Row(state: .drag(.strip), release: .settle(.strip), afterwards: .drag(.strip)),
    Row(state: .settle(.preview), release: nil, afterwards: .idle),
    Row(state: .settle(.strip), release: nil, afterwards: .idle),
    Row(state: .jump(5), release: nil, afterwards: .idle),
  ]

  /// A session that is in a state from 20 ms on.
  private func session(in state: Kind) throws -> GallerySession {
    var session = try GalleryExample(activeIndex: 2).session()
    switch state {
    case .idle: break
    case .drag(let surface): try session.pull(surface, by: 0.2)
    case .settle(let surface): try session.toss(surface, by: 0.2, velocity: 0)
    case .jump(let target): try session.goTo(index: target, at: .zero)
    }
    return session
  }

  private func perform(_ call: Call, _ session: inout GallerySession) throws -> Bool {
    let time = Duration.milliseconds(40)
    switch call {
    case .beginPreview: return session.beginDrag(.preview, at: time)
    case .beginStrip: return session.beginDrag(.strip, at: time)
    case .end: return try session.endDrag(velocity: -500, at: time)
    case .cancel: return session.cancelDrag(at: time)
    case .goTo: return try session.goTo(index: 4, at: time)
    case .wait:
      _ = session.advance(to: .seconds(10))
      return true
    }
  }

  private func expected(_ call: Call, _ row: Row) -> Kind? {
    switch call {
    case .beginPreview: .drag(.preview)
    case .beginStrip: .drag(.strip)
    case .end, .cancel: row.release
    case .goTo: .jump(4)
    case .wait: row.afterwards
    }
  }

  @Test(arguments: rows, Call.allCases)
  func callLeadsToTheNextDriver(row: Row, call: Call) throws {
    var session = try session(in: row.state)
    let untouched = session
    let expected = expected(call, row)
    #expect(Kind(session.driver) == row.state)

    let isAccepted = try perform(call, &session)

    #expect(isAccepted == (expected != nil))
    #expect(Kind(session.driver) == expected ?? row.state)
    guard expected == nil else { return }
    for time in [40, 100, 200, 500, 1000] {
      #expect(
        session.frame(at: .milliseconds(time)) == untouched.frame(at: .milliseconds(time)))
    }
  }

  @Test(arguments: rows, Call.allCases.filter { $0 != .wait })
  func noCallMovesTheStrip(row: Row, call: Call) throws {
    var session = try session(in: row.state)
    let position = session.position(at: 40)

    _ = try perform(call, &session)

    #expect(session.position(at: 40).isApproximately(position, tolerance: 1e-12))
  }

  @Test(arguments: [(Kind.settle(.preview), 2), (.settle(.strip), 2), (.jump(5), 5)])
  func driverEndsOnItsTarget(state: Kind, target: Int) throws {
    var session = try session(in: state)

    let events = session.advance(to: .seconds(10))

    let frame = session.frame(at: .seconds(10))
    #expect(frame.position == Double(target))
    #expect(frame.focus == Double(target))
    #expect(frame.activeIndex == target)
    #expect(frame.expansionRate == 1)
    #expect(frame.cell(target)?.center.x == 187.5)
    #expect(frame.cell(target)?.expansion == 1)
    #expect(!frame.isAnimating)
    #expect(!session.isAnimating(at: .seconds(10)))
    #expect(session.nextBoundary() == nil)
    #expect(events.withoutPrefetch.isEmpty == (target == 2))
  }

  @Test(arguments: [GallerySurface.preview, .strip])
  func dragThatEndsOnAPageSettlesAtOnce(surface: GallerySurface) throws {
    var session = try GalleryExample(activeIndex: 2).session()
    session.beginDrag(surface, at: .zero)

    try session.endDrag(velocity: 0, at: .milliseconds(200))

    #expect(Kind(session.driver) == .idle)
    #expect(session.position(at: 200) == 2)
  }

  @Test(arguments: rows)
  func moveCountsInADragOnly(row: Row) throws {
    var session = try session(in: row.state)
    let untouched = session

    let isAccepted = try session.drag(translation: -30, at: .milliseconds(40))

    var isDragged = false
    if case .drag = row.state { isDragged = true }
    #expect(isAccepted == isDragged)
    #expect(
      (session.frame(at: .milliseconds(40)) != untouched.frame(at: .milliseconds(40))) == isDragged)
  }
}
