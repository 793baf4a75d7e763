// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// Effects, the pages that appear, and the remembered pages.
struct AppearanceTrackerTests {
  static func makeTracker(
    _ effect: AppearanceEffect = .slide.with(curve: .linear),
    policy: AppearanceTracker.Policy = .always, stagger: Duration = .zero
  ) throws -> AppearanceTracker {
    var configuration = AppearanceTracker.Configuration()
    configuration.effect = effect
    configuration.policy = policy
    configuration.stagger = stagger
    return try AppearanceTracker(configuration: configuration)
  }

  static func items(_ rows: some Sequence<Int>, section: Int = 0) -> [AppearanceItem] {
    rows.map {
      AppearanceItem(page: PageID(UInt64(1000 * section + $0)), section: section, row: $0)
    }
  }

  @Test func vectorsOfTheSection() throws {
    var slide = try Self.makeTracker()
    slide.sample(Self.items([0]), at: .zero)
    #expect(slide.appearance(of: 0, at: .milliseconds(100)).offset == Point(x: -37.5, y: 0))

    var flip = try Self.makeTracker(.flip.with(curve: .linear))
    flip.sample(Self.items([0]), at: .zero)
    #expect(
      flip.appearance(of: 0, at: .milliseconds(200)).yScale.isApproximately(
        0.505, tolerance: 1e-12))
    #expect(flip.appearance(of: 0, at: .milliseconds(200)).xScale == 1)
  }

  @Test(arguments: [
    (AppearanceEffect.standard, 0.5, 0.5, 0.0, 0.0, 0.7, 600), (.fade, 1, 1, 0, 0, 0, 700),
    (.slide, 1, 1, -50, 0, 1, 400), (.flip, 1, 0.01, 0, 0, 1, 400),
    (.wild, 0.01, 0.01, 100, 100, 1, 400),
  ])
  func presetsAreThoseOfTheSection(
    effect: AppearanceEffect, xScale: Double, yScale: Double, x: Double, y: Double,
    alpha: Double, milliseconds: Int
  ) throws {
    let start = effect.appearance(at: 0)
    #expect(
      start
        == Appearance(xScale: xScale, yScale: yScale, offset: Point(x: x, y: y), alpha: alpha))
    #expect(effect.duration == .milliseconds(milliseconds))
    #expect(effect.curve == .easeInOut)
    #expect(effect.appearance(at: 1) == .identity)
  }

  @Test func standardIsTheDefault() throws {
    #expect(try AppearanceEffect() == .standard)
    #expect(AppearanceTracker.Configuration().effect == .standard)
  }

  @Test func effectIsComposedAfterTheGeometryOfTheCell() {
    let appearance = Appearance(xScale: 0.5, yScale: 2, offset: Point(x: 7, y: -3), alpha: 0.5)
    let frame = Rect(origin: Point(x: 10, y: 20), size: Size(width: 40, height: 60))

    #expect(
      appearance.applied(to: frame)
        == Rect(center: Point(x: 37, y: 47), size: Size(width: 20, height: 120)))
    #expect(Appearance.identity.applied(to: frame) == frame)
  }

  @Test func pageAppearsOnceWhereverItIs() throws {
    var tracker = try Self.makeTracker()
    tracker.sample(Self.items([0, 1]), at: .zero)
    tracker.sample([], at: .milliseconds(200))
    // It appears again, at another index.
    tracker.sample([AppearanceItem(page: 1, row: 7)], at: .milliseconds(300))

    #expect(tracker.appearance(of: 1, at: .milliseconds(300)).offset == Point(x: -12.5, y: 0))
    #expect(tracker.appearance(of: 1, at: .milliseconds(400)) == .identity)
    tracker.sample([AppearanceItem(page: 1, row: 7)], at: .seconds(9))
    #expect(tracker.appearance(of: 1, at: .seconds(9)) == .identity)
    #expect(
      tracker.advance(to: .seconds(10)) == [
        .appeared(0, at: .milliseconds(400)), .appeared(1, at: .milliseconds(400)),
      ])
  }

  @Test func pagesThatWereNotSeenLookAsTheyAre() throws {
    #expect(try Self.makeTracker().appearance(of: 5, at: .seconds(1)) == .identity)
  }

  @Test func forgottenPagesAppearAgain() throws {
    var tracker = try Self.makeTracker()
    tracker.sample(Self.items([0, 1]), at: .zero)
    #expect(tracker.rememberedCount == 2)
    tracker.reset(1, at: .milliseconds(100))
    #expect(tracker.rememberedCount == 1)
    #expect(tracker.appearance(of: 1, at: .milliseconds(100)) == .identity)
    tracker.sample(Self.items([0, 1]), at: .seconds(1))

    #expect(tracker.appearance(of: 0, at: .seconds(1)) == .identity)
    #expect(tracker.appearance(of: 1, at: .seconds(1)).offset.x == -50)
    tracker.reset(at: .seconds(2))
    #expect(tracker.nextBoundary() == nil && tracker.rememberedCount == 0)
    tracker.sample(Self.items([0, 1]), at: .seconds(2))
    #expect(tracker.appearance(of: 0, at: .seconds(2)).offset.x == -50)
  }

  @Test func forwardOnlyLeavesTheWayBackAlone() throws {
    var tracker = try Self.makeTracker(policy: .forwardOnly)
    tracker.sample(Self.items(5...7), at: .zero)
    tracker.sample(Self.items(3...8), at: .seconds(1))

    let moving = (3...8).filter {
      tracker.appearance(of: PageID(UInt64($0)), at: .seconds(1)) != .identity
    }
    #expect(moving == [8])
  }

  @Test func firstPageAndFirstRowsOfSectionsAppear() throws {
    var tracker = try Self.makeTracker(policy: .forwardOnly)
    tracker.sample(Self.items([0, 1, 2]), at: .zero)
    #expect(tracker.appearance(of: 0, at: .zero).offset.x == -50)
    // Row 0 of section 1 comes after row 2 of section 0.
    tracker.sample(Self.items([0], section: 1), at: .seconds(1))
    #expect(tracker.appearance(of: 1000, at: .seconds(1)).offset.x == -50)
    tracker.sample(Self.items([3]), at: .seconds(2))
    #expect(tracker.appearance(of: 3, at: .seconds(2)) == .identity)
  }

  @Test func allPagesOfASampleAreComparedWithThoseBefore() throws {
    var tracker = try Self.makeTracker(policy: .forwardOnly)
    tracker.sample(Self.items([2, 0, 1]), at: .zero)
    for page in 0...2 as ClosedRange<UInt64> {
      #expect(tracker.appearance(of: PageID(page), at: .zero).offset.x == -50)
    }
  }

  @Test func staggeredPagesStartOneAfterTheOther() throws {
    var tracker = try Self.makeTracker(stagger: .milliseconds(100))
    tracker.sample(Self.items([0]), at: .zero)
    tracker.sample(Self.items([0, 1, 2]), at: .seconds(1))

    #expect(tracker.appearance(of: 1, at: .milliseconds(1100)).offset.x == -37.5)
    #expect(tracker.appearance(of: 2, at: .milliseconds(1100)).offset.x == -50)
    #expect(tracker.appearance(of: 2, at: .milliseconds(1200)).offset.x == -37.5)
    #expect(
      tracker.advance(to: .seconds(9)) == [
        .appeared(0, at: .milliseconds(400)), .appeared(1, at: .milliseconds(1400)),
        .appeared(2, at: .milliseconds(1500)),
      ])
  }

  @Test func opacityStaysInItsRangeOnACurveThatLeavesIts() throws {
    let curve = try TimingCurve.cubicBezier(x1: 0.3, y1: -2, x2: 0.6, y2: 3)
    let effect = AppearanceEffect.fade.with(curve: curve)
    for step in 0...100 {
      let appearance = effect.appearance(at: Double(step) / 100)
      #expect((0...1).contains(appearance.alpha))
      #expect(appearance.xScale >= 0 && appearance.yScale >= 0)
    }
  }

  @Test func reducedMotionShowsPagesAtOnce() throws {
    var configuration = AppearanceTracker.Configuration()
    configuration.reducedMotion = true
    var tracker = try AppearanceTracker(configuration: configuration)
    tracker.sample(Self.items([0]), at: .zero)
    #expect(tracker.appearance(of: 0, at: .zero) == .identity)
    #expect(tracker.advance(to: .zero) == [.appeared(0, at: .zero)])
  }

  @Test func timeThatGoesBackIsReported() throws {
    var tracker = try Self.makeTracker()
    tracker.sample(Self.items([0]), at: .seconds(2))
    #expect(
      tracker.advance(to: .seconds(1)) == [
        .clockWentBackwards(found: .seconds(1), at: .seconds(2))
      ])
  }

  @Test func badNumbersAreRefused() throws {
    for number in Double.nonFinite + [-1, 2e9] {
      #expect(throws: AppearanceError.self) { try AppearanceEffect(xScale: number) }
      #expect(throws: AppearanceError.self) { try AppearanceEffect(yScale: number) }
      #expect(throws: AppearanceError.self) { try AppearanceEffect(alpha: number) }
      var configuration = AppearanceTracker.Configuration()
      configuration.speed = number
      #expect(throws: AppearanceError.self) {
        try AppearanceTracker(configuration: configuration)
      }
    }
    for number in Double.nonFinite + [-2e9, 2e9] {
      #expect(throws: AppearanceError.self) {
        try AppearanceEffect(offset: Point(x: 0, y: number))
      }
      #expect(throws: AppearanceError.self) {
        try AppearanceEffect(offset: Point(x: number, y: 0))
      }
    }
    #expect(throws: AppearanceError.invalidDuration(found: .nanoseconds(-1))) {
      try AppearanceEffect(duration: .nanoseconds(-1))
    }
    #expect(throws: AppearanceError.invalidDuration(found: .nanoseconds(-1))) {
      try Self.makeTracker(stagger: .nanoseconds(-1))
    }
    #expect(
      AppearanceError.invalidAlpha(found: 2).description
        == "The first opacity of an effect must be in 0...1, but it is 2.0.")
  }
}
