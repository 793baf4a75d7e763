// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// Drags of a drawer with detents at 44, 200 and 400 points.
struct DrawerDraggingTests {
  private func dragged(_ translation: Double, mode: DrawerMode = .normal) throws -> Drawer {
    var drawer = try DrawerTests.makeDrawer(mode)
    drawer.beginDrag(at: .zero)
    try drawer.drag(translation: translation, at: .zero)
    return drawer
  }

  @Test func dragIsAMotionOfTheStateBefore() throws {
    var drawer = try dragged(-30)
    #expect(drawer.stage == .motion(.shown(.normal)))
    #expect(drawer.frame(at: .zero).height == 230)
    // A second finger has no effect.
    let isBegun = drawer.beginDrag(at: .zero)
    #expect(!isBegun)

    // If the drawer is caught in motion, its state is that of the target.
    try drawer.endDrag(velocity: -800, at: .zero)
    drawer.beginDrag(at: .milliseconds(50))
    #expect(drawer.stage == .motion(.shown(.advanced)))
  }

  @Test func dragBeyondTheDetentsMeetsARubberBand() throws {
    // 100 points beyond 400: (1 - 1 / (100 * 0.55 / 667 + 1)) * 667 = 50.81025.
    #expect(
      try dragged(-300).frame(at: .zero).height.isApproximately(450.810_25, tolerance: 1e-5))
    #expect(
      try dragged(256).frame(at: .zero).height.isApproximately(44 - 50.810_25, tolerance: 1e-5))
  }

  @Test(arguments: [
    // Without velocity, the nearest detent.
    (-99.0, 0.0, DrawerState.shown(.normal)), (-101, 0, .shown(.advanced)),
    (77, 0, .shown(.normal)), (79, 0, .hidden(.normal)),
    // A tie is resolved in the direction of the finger.
    (-100, 0, .shown(.advanced)), (78, 0, .hidden(.normal)),
    // The velocity is projected over 0.4994998 s.
    (0, -200, .shown(.normal)), (0, -201, .shown(.advanced)),
    (-10, 340, .shown(.normal)), (10, 340, .hidden(.normal)),
    // Only an adjacent detent, unless the drawer is very fast.
    (-150, 2000, .shown(.normal)), (-150, 2001, .hidden(.normal)),
    (100, -1999, .shown(.normal)), (100, -2001, .shown(.advanced)),
    // Beyond the ends, only the end.
    (-300, 900, .shown(.advanced)), (-300, 2500, .hidden(.normal)),
  ])
  func releaseGoesToADetent(
    translation: Double, velocity: Double, state: DrawerState
  ) throws {
    var drawer = try dragged(translation)
    let height = drawer.frame(at: .zero).height
    try drawer.endDrag(velocity: velocity, at: .zero)

    #expect(drawer.state == state)
    #expect(drawer.frame(at: .zero).height == height)
    #expect(drawer.frame(at: .seconds(9)).height == drawer.height(of: state))
  }

  @Test func slowSpringDoesNotSwing() throws {
    var drawer = try dragged(-150)
    try drawer.endDrag(velocity: 300, at: .zero)

    // y = 317, target 267 or 467; 350 points of height, projected to 200.15.
    #expect(drawer.state == .shown(.normal))
    var last = 350.0
    for step in 1...200 {
      let height = drawer.frame(at: .milliseconds(step * 5)).height
      #expect(height <= last && height >= 200)
      last = height
    }
  }

  @Test func springsFollowTheFormulas() throws {
    let omega = 2 * Double.pi / 0.4
    for (velocity, ratio) in [(-250.0, 1.0), (-900, 0.8)] {
      var drawer = try dragged(-150)
      try drawer.endDrag(velocity: velocity, at: .zero)
      // In y: from 317 to 267.
      let (x0, v0, beta) = (50.0, velocity, ratio * omega)
      let damped = omega * (1 - ratio * ratio).squareRoot()
      for milliseconds in [1, 50, 120, 300] {
        let t = Double(milliseconds) / 1000
        let c2 = v0 + beta * x0
        let x =
          ratio == 1
          ? (x0 + c2 * t) * exp(-beta * t)
          : exp(-beta * t) * (x0 * cos(damped * t) + c2 / damped * sin(damped * t))
        let y = drawer.frame(at: .milliseconds(milliseconds)).y
        #expect(y.isApproximately(267 + x, tolerance: 1e-9), "\(ratio) at \(t)")
      }
    }
  }

  @Test func fastSpringSwingsAroundItsDetentAndRests() throws {
    var drawer = try dragged(-180)
    try drawer.endDrag(velocity: -900, at: .zero)

    let heights = (0...200).map { drawer.frame(at: .milliseconds($0 * 5)).height }
    #expect((heights.max() ?? 0) > 400)
    #expect(heights.last == 400)
    #expect(
      drawer.advance(to: .seconds(9)).last.map { if case .settled = $0 { true } else { false } }
        == true)
  }

  @Test func cancelledDragHasNoVelocity() throws {
    var drawer = try dragged(-99)
    drawer.cancelDrag(at: .zero)
    #expect(drawer.state == .shown(.normal))

    drawer = try dragged(-99)
    try drawer.endDrag(velocity: -1500, at: .milliseconds(100))
    #expect(drawer.state == .shown(.normal))
  }

  @Test func equalHeightsKeepTheState() throws {
    var drawer = try DrawerTests.makeDrawer()
    drawer.beginDrag(at: .zero)
    try drawer.drag(translation: -200, at: .zero)
    try drawer.endDrag(velocity: 0, at: .zero)
    _ = drawer.advance(to: .seconds(1))
    try drawer.setHeight(.measured(400), of: .normal, at: .seconds(1))
    drawer.beginDrag(at: .seconds(2))
    try drawer.endDrag(velocity: 0, at: .seconds(2))

    #expect(drawer.state == .shown(.advanced))
  }

  @Test func dragGoesOnWhenHeightsChange() throws {
    var drawer = try dragged(-300)
    let height = drawer.frame(at: .zero).height
    try drawer.setHeight(.measured(300), of: .advanced, at: .zero)
    #expect(drawer.frame(at: .zero).height.isApproximately(height, tolerance: 1e-9))
    try drawer.setViewport(Size(width: 375, height: 500), at: .zero)
    #expect(drawer.frame(at: .zero).height.isApproximately(height, tolerance: 1e-9))
    try drawer.drag(translation: -100, at: .zero)
    #expect(drawer.frame(at: .zero).height < height)
  }

  @Test func noDrawerTakesNoFinger() throws {
    var drawer = try DrawerTests.makeDrawer(.empty)
    #expect(drawer.beginDrag(at: .zero) == false)
    #expect(try drawer.drag(translation: 1, at: .zero) == false)
    #expect(try drawer.endDrag(velocity: 1, at: .zero) == false)
    #expect(drawer.cancelDrag(at: .zero) == false)
  }

  @Test func badNumbersAreRefusedWithoutChange() throws {
    var drawer = try dragged(-30)
    let before = drawer
    for number in Double.nonFinite {
      #expect(throws: DrawerError.self) { try drawer.drag(translation: number, at: .seconds(1)) }
      #expect(throws: DrawerError.self) { try drawer.endDrag(velocity: number, at: .seconds(1)) }
    }
    for number in Double.nonFinite + [-1, 2e9] {
      #expect(throws: DrawerError.self) {
        try drawer.setHeight(.measured(number), of: .normal, at: .seconds(1))
      }
      #expect(throws: DrawerError.self) {
        try drawer.setHeight(.lastItemEnd(number), of: .normal, at: .seconds(1))
      }
      #expect(throws: DrawerError.self) {
        try drawer.setViewport(Size(width: 1, height: number), at: .seconds(1))
      }
      #expect(throws: DrawerError.self) { try Drawer(viewport: Size(width: number, height: 1)) }
      let changes: [(inout Drawer.Configuration) -> Void] = [
        { $0.peekHeight = number }, { $0.defaultHeight = number }, { $0.speed = number },
      ]
      for change in changes {
        var configuration = Drawer.Configuration()
        change(&configuration)
        #expect(throws: DrawerError.self) {
          try Drawer(viewport: .zero, configuration: configuration)
        }
      }
    }
    #expect(drawer == before)
  }

  @Test func errorsSayWhatIsWrong() {
    #expect(
      DrawerError.invalidHeight(.peek, found: -1).description
        == "The height of a hidden drawer must be in 0...1e9 points, but it is -1.0.")
  }

  @Test func timeThatGoesBackIsReported() throws {
    var drawer = try DrawerTests.makeDrawer()
    drawer.tap(at: .seconds(2))
    #expect(
      drawer.advance(to: .seconds(1)) == [
        .transition(from: .shown(.normal), to: .hidden(.normal), at: .seconds(2)),
        .clockWentBackwards(found: .seconds(1), at: .seconds(2)),
      ])
  }

  @Test func reducedMotionTakesNoTime() throws {
    var configuration = Drawer.Configuration()
    configuration.reducedMotion = true
    var drawer = try DrawerTests.makeDrawer(configuration: configuration)
    drawer.tap(at: .zero)
    #expect(drawer.frame(at: .zero).height == 44)
    #expect(drawer.nextBoundary() == nil)
  }
}
