// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// Modes, taps, heights and locks of a drawer over 375 × 667 points.
struct DrawerTests {
  static let viewport = Size(width: 375, height: 667)

  /// A drawer at rest: hidden 44, normal 200, advanced 400, editNormal 250, editAdvanced 500.
  static func makeDrawer(
    _ mode: DrawerMode = .normal, configuration: Drawer.Configuration = .init()
  ) throws -> Drawer {
    var drawer = try Drawer(
      viewport: viewport, configuration: configuration, at: .seconds(-100))
    try drawer.setHeight(.measured(200), of: .normal, at: .seconds(-100))
    try drawer.setHeight(.lastItemEnd(400), of: .advanced, at: .seconds(-100))
    try drawer.setHeight(.measured(250), of: .editNormal, at: .seconds(-100))
    try drawer.setHeight(.measured(500), of: .editAdvanced, at: .seconds(-100))
    drawer.set(mode, at: .seconds(-100))
    _ = drawer.advance(to: .zero)
    return drawer
  }

  @Test(arguments: [
    (DrawerMode.empty, DrawerState.empty, 0.0), (.normal, .shown(.normal), 200),
    (.edit, .shown(.editNormal), 250), (.new, .shown(.editNormal), 250),
  ])
  func modeHasAFirstState(mode: DrawerMode, state: DrawerState, height: Double) throws {
    let frame = try Self.makeDrawer(mode).frame(at: .zero)

    #expect(frame.stage == .fixed(state))
    #expect(frame.height == height)
    #expect(frame.y == 667 - height)
    #expect(frame.content == state.content)
    #expect(!frame.isAnimating)
  }

  @Test func everyModeCanFollowEveryOther() throws {
    try withEvery("from", in: DrawerMode.allCases) { from in
      try withEvery("to", in: DrawerMode.allCases) { to in
        var drawer = try Self.makeDrawer(from)
        drawer.tap(at: .zero)
        drawer.set(to, at: .milliseconds(50))
        _ = drawer.advance(to: .seconds(9))
        #expect(drawer.frame(at: .seconds(9)).stage == .fixed(to.initialState))
        #expect(drawer.mode == to, "\(TestTrace.current)")
      }
    }
  }

  @Test func tapsFollowTheTable() throws {
    let table: [(DrawerMode, [DrawerState])] = [
      (.normal, [.shown(.normal), .hidden(.normal), .shown(.normal)]),
      (.edit, [.shown(.editNormal), .shown(.editAdvanced), .shown(.editNormal)]),
      (.new, [.shown(.editNormal), .shown(.editAdvanced)]),
    ]
    for (mode, states) in table {
      var drawer = try Self.makeDrawer(mode)
      for state in states {
        #expect(drawer.state == state)
        drawer.tap(at: .zero)
      }
    }
  }

  @Test func tapOnTheHiddenDrawerShowsTheShortContent() throws {
    try withEvery("content", in: DrawerContent.allCases) { content in
      var drawer = try Self.makeDrawer(content.short == .normal ? .normal : .edit)
      drawer.state = .hidden(content)
      drawer.tap(at: .zero)
      #expect(drawer.state == .shown(content.short), "\(TestTrace.current)")
    }
  }

  @Test func tapCanExpandInstead() throws {
    var configuration = Drawer.Configuration()
    configuration.tapExpands = true
    var drawer = try Self.makeDrawer(configuration: configuration)
    drawer.tap(at: .zero)
    #expect(drawer.state == .shown(.advanced))
    drawer.tap(at: .zero)
    #expect(drawer.state == .shown(.normal))
  }

  @Test func tapsOnNothingAndUnderAFingerAreIgnored() throws {
    var empty = try Self.makeDrawer(.empty)
    var drawer = try Self.makeDrawer()
    drawer.beginDrag(at: .zero)
    let before = drawer
    let isTapped = [empty.tap(at: .zero), drawer.tap(at: .zero)]

    #expect(isTapped == [false, false])
    #expect(drawer == before)
    #expect(empty.state == .empty)
  }

  @Test func innerChangesLeaveTheModeAlone() throws {
    var drawer = try Self.makeDrawer(.edit)
    for _ in 0..<3 { drawer.tap(at: .zero) }
    #expect(drawer.mode == .edit)
  }

  @Test func modeWinsOverAPan() throws {
    var drawer = try Self.makeDrawer()
    drawer.beginDrag(at: .zero)
    try drawer.drag(translation: -100, at: .zero)
    drawer.set(.edit, at: .zero)

    #expect(drawer.stage == .fixed(.shown(.editNormal)))
    #expect(drawer.frame(at: .zero).height == 300)
    let isMoved = try drawer.drag(translation: -200, at: .zero)
    let isEnded = try drawer.endDrag(velocity: 900, at: .zero)
    #expect(!isMoved && !isEnded)
    #expect(
      drawer.advance(to: .zero) == [
        .transition(from: .shown(.normal), to: .shown(.editNormal), at: .zero)
      ])
    #expect(drawer.frame(at: .seconds(9)).height == 250)
  }

  @Test func sameModeChangesNothing() throws {
    var drawer = try Self.makeDrawer()
    drawer.set(.normal, at: .zero)
    #expect(drawer == (try Self.makeDrawer()))
  }

  @Test func unknownHeightsAreTheDefaultAndHeightsFitTheViewport() throws {
    var drawer = try Drawer(viewport: Self.viewport)
    #expect(drawer.height(of: .shown(.advanced)) == 200)
    #expect(drawer.height(of: .empty) == 0)
    #expect(drawer.height(of: .hidden(.normal)) == 44)
    try drawer.setHeight(.measured(5000), of: .advanced, at: .zero)
    #expect(drawer.height(of: .shown(.advanced)) == 667)
    try drawer.setHeight(.unknown, of: .advanced, at: .zero)
    #expect(drawer.height(of: .shown(.advanced)) == 200)
    try drawer.setViewport(Size(width: 10, height: 30), at: .zero)
    #expect(drawer.height(of: .hidden(.normal)) == 30)
  }

  @Test func heightOfTheShownContentIsFollowedWithoutAJump() throws {
    var drawer = try Self.makeDrawer()
    try drawer.setHeight(.measured(300), of: .normal, at: .zero)

    #expect(drawer.frame(at: .zero).height == 200)
    #expect(drawer.isAnimating(at: .zero))
    let half = drawer.frame(at: .milliseconds(100)).height
    #expect(half > 200 && half < 300)
    // The height changes again during the motion.
    try drawer.setHeight(.measured(100), of: .normal, at: .milliseconds(100))
    #expect(drawer.frame(at: .milliseconds(100)).height == half)
    #expect(drawer.frame(at: .seconds(9)).height == 100)
  }

  @Test func heightOfOtherContentMovesNothing() throws {
    var drawer = try Self.makeDrawer()
    try drawer.setHeight(.measured(300), of: .advanced, at: .zero)
    #expect(drawer.nextBoundary() == nil)
  }

  @Test func drawerAtRestFollowsTheViewportAtOnce() throws {
    var drawer = try Self.makeDrawer()
    try drawer.setHeight(.measured(600), of: .normal, at: .zero)
    _ = drawer.advance(to: .seconds(5))
    try drawer.setViewport(Size(width: 667, height: 375), at: .seconds(5))

    #expect(drawer.frame(at: .seconds(5)).height == 375)
    #expect(drawer.frame(at: .seconds(5)).y == 0)
    #expect(drawer.nextBoundary() == nil)
    try drawer.setViewport(.zero, at: .seconds(5))
    try drawer.setViewport(Self.viewport, at: .seconds(5))
    #expect(drawer.frame(at: .seconds(5)).height == 600)
    #expect(drawer.state == .shown(.normal))
  }

  @Test func movingDrawerGoesOnInAnotherViewport() throws {
    var drawer = try Self.makeDrawer()
    drawer.set(.edit, at: .zero)
    let before = drawer.frame(at: .milliseconds(100)).height
    try drawer.setViewport(Size(width: 375, height: 240), at: .milliseconds(100))

    #expect(drawer.frame(at: .milliseconds(100)).height == before)
    #expect(drawer.frame(at: .seconds(9)).height == 240)
  }

  @Test func locksCountAndRememberTheStage() throws {
    var drawer = try Self.makeDrawer()
    drawer.lock(1, at: .zero)
    drawer.lock(2, at: .zero)
    drawer.lock(1, at: .zero)
    #expect(drawer.stage == .disabled(.shown(.normal)))
    let inputs = [drawer.tap(at: .zero), drawer.beginDrag(at: .zero)]
    #expect(inputs == [false, false])

    let unlocks: [DrawerLockReason] = [1, 3, 1]
    #expect(unlocks.map { drawer.unlock($0, at: .zero) } == [true, false, true])
    #expect(drawer.isLocked)
    let isUnlocked = drawer.unlock(2, at: .zero)
    #expect(isUnlocked)
    #expect(drawer.stage == .fixed(.shown(.normal)))
    #expect(
      drawer.advance(to: .zero) == [
        .lockChanged(isLocked: true, at: .zero), .lockChanged(isLocked: false, at: .zero),
      ])
  }

  @Test func lockEndsAPanWhereItBegan() throws {
    var drawer = try Self.makeDrawer()
    drawer.beginDrag(at: .zero)
    try drawer.drag(translation: -190, at: .zero)
    drawer.lock(1, at: .zero)

    #expect(drawer.frame(at: .zero).height == 390)
    #expect(drawer.frame(at: .seconds(9)).height == 200)
    drawer.set(.edit, at: .seconds(9))
    #expect(drawer.stage == .disabled(.shown(.editNormal)))
  }
}
