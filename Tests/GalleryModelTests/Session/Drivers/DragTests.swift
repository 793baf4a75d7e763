// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

struct DragTests {
  @Test(arguments: [
    (GallerySurface.preview, -75.0, 2.2), (.preview, 375, 1), (.preview, -37, 2 + 37.0 / 375),
    (.strip, -7.4, 2.2), (.strip, 37, 1), (.strip, -111, 5),
  ])
  func fingerMovesAPageInOneStride(
    surface: GallerySurface, translation: Double, position: Double
  ) throws {
    var session = try GalleryExample(activeIndex: 2).session()
    session.beginDrag(surface, at: .zero)

    try session.drag(translation: translation, at: .milliseconds(10))

    #expect(session.position(at: 10).isApproximately(position, tolerance: 1e-12))
  }

  @Test func translationCountsFromTheTouch() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    session.beginDrag(.preview, at: .zero)

    for translation in [-10.0, 300, -75] {
      try session.drag(translation: translation, at: .milliseconds(10))
    }

    #expect(session.position(at: 10).isApproximately(2.2, tolerance: 1e-12))
  }

  @Test(arguments: [
    (GallerySurface.preview, 0.4, 0.180328), (.strip, 2, 0.992302), (.preview, 1e9, 1),
    (.strip, 1e9, 10.135135), (.preview, 0, 0),
  ])
  func rubberBandHoldsBeyondBothEnds(
    surface: GallerySurface, overshoot: Double, shown: Double
  ) throws {
    var first = try GalleryExample().session()
    var last = try GalleryExample(activeIndex: 5).session()

    try first.pull(surface, by: -overshoot)
    try last.pull(surface, by: overshoot)

    #expect(first.position(at: 10).isApproximately(-shown, tolerance: 5e-7))
    #expect(last.position(at: 10).isApproximately(5 + shown, tolerance: 5e-7))
    #expect(first.active(at: 10) == 0)
    #expect(last.active(at: 10) == 5)
  }

  @Test func fingerComesBackTheWayItWent() throws {
    var session = try GalleryExample().session()
    session.beginDrag(.preview, at: .zero)
    try session.drag(translation: 3000, at: .milliseconds(10))

    try session.drag(translation: -37.5, at: .milliseconds(20))

    #expect(session.position(at: 20).isApproximately(0.1, tolerance: 1e-12))
  }

  @Test(arguments: [GallerySurface.preview, .strip])
  func onlyPageMovesInItsRubberBand(surface: GallerySurface) throws {
    var session = try GalleryExample(aspectRatios: [1.5]).session()

    try session.pull(surface, by: 0.4)

    let band = surface == .preview ? 1 : 375.0 / 37
    let shown = (1 - 1 / (0.4 * 0.55 / band + 1)) * band
    let frame = session.frame(at: .milliseconds(10))
    #expect(frame.position.isApproximately(shown, tolerance: 1e-12))
    #expect(frame.activeIndex == 0)
    let rate = frame.expansionRate
    #expect(frame.cell(0)?.expansion == rate)
    try session.endDrag(velocity: -5000, at: .milliseconds(20))
    #expect(session.position(at: 3020) == 0)
  }

  @Test(arguments: [GallerySurface.preview, .strip])
  func largestTranslationNeverTraps(surface: GallerySurface) throws {
    for translation in [Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude] {
      var session = try GalleryExample(activeIndex: 2).session()
      session.beginDrag(surface, at: .zero)

      try session.drag(translation: translation, at: .milliseconds(10))

      let position = session.position(at: 10)
      #expect(position.isFinite && position > -11 && position < 16)
      try session.drag(translation: -translation, at: .milliseconds(20))
      try session.endDrag(velocity: 1e9, at: .milliseconds(30))
      #expect(session.position(at: 3030) == (translation > 0 ? 5 : 0))
    }
  }

  @Test func previewTurnsPagesAtMidpointsUnderADraggedStrip() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    session.beginDrag(.strip, at: .zero)
    let ways = [0.49, 0.5, 1.49, 1.5, -0.5, -0.51, -2.4, 9]

    let focuses = try ways.map { way in
      try session.drag(translation: -way * 37, at: .milliseconds(10))
      return session.focus(at: 10)
    }

    #expect(focuses == [2, 3, 3, 4, 2, 1, 0, 5])
  }

  @Test func dragKeepsItsPlaceWhileTimePasses() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    try session.pull(.preview, by: 0.3)

    _ = session.advance(to: .seconds(10_000))

    #expect(session.position(at: 10_000_000).isApproximately(2.3, tolerance: 1e-12))
    #expect(!session.isAnimating(at: .seconds(10_000)))
    #expect(session.nextBoundary() == nil)
  }
}
