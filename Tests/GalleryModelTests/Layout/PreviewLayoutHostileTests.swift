// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Extreme numbers that must do no harm.
struct PreviewLayoutHostileTests {
  @Test(arguments: [-1, -1e-307, Double.infinity, -Double.infinity])
  func gapMustBeZeroOrMoreAndFinite(gap: Double) {
    #expect(throws: LayoutError.invalidLength(.interPageSpacing, found: gap)) {
      try PreviewLayout.Configuration(interPageSpacing: gap)
    }
  }

  @Test(arguments: [-0.001, 1.001, Double.infinity, -Double.infinity])
  func parallaxMustBeAFraction(factor: Double) {
    #expect(throws: LayoutError.invalidParallaxFactor(found: factor)) {
      try PreviewLayout.Configuration(parallaxFactor: factor)
    }
  }

  @Test func configurationIsNotMadeOfWhatIsNotANumber() {
    #expect(throws: LayoutError.self) { try PreviewLayout.Configuration(interPageSpacing: .nan) }
    #expect(throws: LayoutError.self) { try PreviewLayout.Configuration(parallaxFactor: .nan) }
  }

  @Test(arguments: [0.0, 1])
  func boundsOfTheParallaxAreAllowed(factor: Double) throws {
    let configuration = try PreviewLayout.Configuration(parallaxFactor: factor)
    let layout = try PreviewLayout(
      configuration: configuration, viewportSize: Size(width: 100, height: 100))

    let page = try layout.arrangement(focus: 0.5, itemCount: 1).layoutAttributesForItem(at: 0)

    #expect(page.parallaxOffset == 50 * factor)
  }

  @Test(arguments: [-1.0, Double.infinity, -Double.infinity])
  func viewportMustBeZeroOrMoreAndFinite(side: Double) {
    let sizes = [Size(width: side, height: 601), Size(width: 375, height: side)]
    for size in sizes {
      #expect(throws: LayoutError.invalidViewport(size)) { try PreviewLayout(viewportSize: size) }
    }
  }

  @Test func viewportMustBeANumber() {
    #expect(throws: LayoutError.self) {
      try PreviewLayout(viewportSize: Size(width: .nan, height: 601))
    }
    #expect(throws: LayoutError.self) {
      try PreviewLayout(viewportSize: Size(width: 375, height: .nan))
    }
  }

  @Test(arguments: [Double.infinity, -.infinity])
  func focusMustBeFinite(focus: Double) throws {
    let layout = try PreviewLayout(viewportSize: Size(width: 375, height: 601))

    #expect(throws: LayoutError.invalidPosition(found: focus)) {
      try layout.arrangement(focus: focus, itemCount: 1)
    }
    #expect(throws: LayoutError.self) { try layout.arrangement(focus: .nan, itemCount: 1) }
  }

  @Test(arguments: [Size(width: 0, height: 601), Size(width: 375, height: 0), .zero])
  func viewportWithoutAreaShowsNothing(size: Size) throws {
    try withEvery("axis", in: Axis.allCases) { axis in
      let configuration = try PreviewLayout.Configuration(axis: axis)
      let layout = try PreviewLayout(configuration: configuration, viewportSize: size)
      try withEvery("focus", in: [0, 0.5, 1]) { focus in
        let arrangement = try layout.arrangement(focus: focus, itemCount: 3)
        #expect(arrangement.visibleRange.isEmpty, "\(TestTrace.current)")
        #expect(arrangement.layoutAttributesForElements().isEmpty, "\(TestTrace.current)")
      }
    }
  }

  @Test(arguments: [
    -1e308, -1e19, -9_223_372_036_854_775_808, -1e15, 1e15, 9_007_199_254_740_994,
    9_223_372_036_854_775_808, 1e19, 1e308, 1e-307, -1e-307, -0.0,
  ])
  func hugeFocusNeverTraps(focus: Double) throws {
    let layout = try PreviewLayout(viewportSize: Size(width: 375, height: 601))
    try withEvery("count", in: [0, 1, 2, 1_000_000, Int.max - 1, .max]) { count in
      let arrangement = try layout.arrangement(focus: focus, itemCount: count)

      let range = arrangement.visibleRange

      #expect(range.count <= 2, "\(TestTrace.current)")
      #expect(range.isEmpty || (range.lowerBound >= 0 && range.upperBound <= count))
      #expect(arrangement.indexOfItem(location: Point(x: 1, y: 1)).map(range.contains) ?? true)
    }
  }

  @Test(arguments: [1e300, 1.7e308])
  func longestLengthsShowThePageInFocus(length: Double) throws {
    let configuration = try PreviewLayout.Configuration(interPageSpacing: 1.7e308)
    let layout = try PreviewLayout(
      configuration: configuration, viewportSize: Size(width: length, height: 601))

    let pages = try layout.arrangement(focus: 1, itemCount: 3).layoutAttributesForElements()

    #expect(pages.map(\.index) == [1])
    #expect(pages.map(\.center.x) == [length / 2])
    #expect(pages.map(\.parallaxOffset) == [0])
  }

  @Test func negativeCountAndWrongIndexTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = try PreviewLayout(viewportSize: .zero).arrangement(focus: 0, itemCount: -1)
    }
    await #expect(processExitsWith: .failure) {
      let layout = try PreviewLayout(viewportSize: .zero)
      _ = try layout.arrangement(focus: 0, itemCount: 1).layoutAttributesForItem(at: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = try PreviewLayout(viewportSize: .zero).contentSize(itemCount: -1)
    }
  }
}
