// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// A drag that begins during a motion.
struct TakeoverTests {
  private let tolerance = 1e-9

  @Test func previewGlidesFromThePageOfTheStripToItsPosition() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    try session.toss(.strip, by: 0.3, velocity: 0)
    #expect(session.focus(at: 20) == 2)

    session.beginDrag(.preview, at: .milliseconds(20))

    #expect(session.position(at: 20).isApproximately(2.3, tolerance: tolerance))
    #expect(session.focus(at: 20).isApproximately(2, tolerance: tolerance))
    #expect(session.focus(at: 95).isApproximately(2.15, tolerance: tolerance))
    #expect(session.focus(at: 170).isApproximately(2.3, tolerance: tolerance))
    #expect(session.position(at: 170).isApproximately(2.3, tolerance: tolerance))
  }

  @Test func previewGlidesToThePageOfTheStrip() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    try session.pull(.preview, by: 0.4)

    session.beginDrag(.strip, at: .milliseconds(20))

    #expect(session.focus(at: 20).isApproximately(2.4, tolerance: tolerance))
    #expect(session.focus(at: 95).isApproximately(2.2, tolerance: tolerance))
    #expect(session.focus(at: 170) == 2)
    #expect(session.position(at: 170).isApproximately(2.4, tolerance: tolerance))
  }

  @Test func previewHoldsWhatItsRubberBandReachesAndTheRestFades() throws {
    // The strip shows 3 pages beyond the start: its band is 375 / 37 pages long.
    var session = try GalleryExample().session()
    try session.pull(.strip, by: -3 / 0.55 / (1 - 3 * 37.0 / 375))
    #expect(session.position(at: 20).isApproximately(-3, tolerance: tolerance))

    session.beginDrag(.preview, at: .milliseconds(20))

    #expect(session.position(at: 20).isApproximately(-3, tolerance: tolerance))
    #expect(session.isAnimating(at: .milliseconds(100)))
    #expect(session.position(at: 95).isApproximately(-0.8 - 1.1, tolerance: tolerance))
    #expect(session.position(at: 170).isApproximately(-0.8, tolerance: tolerance))
    #expect(session.position(at: 9999).isApproximately(-0.8, tolerance: tolerance))
    // The finger starts (0.8 / 0.55) / (1 - 0.8) pages beyond the start.
    try session.drag(
      translation: -(0.8 / 0.55 / 0.2 + 0.25) * 375, at: .milliseconds(300))
    #expect(session.position(at: 300).isApproximately(0.25, tolerance: tolerance))
  }

  /// The preview stayed on page 0 while the strip was 3 pages beyond it.
  @Test func previewGlidesOverAllPagesThatAStripWasBeyondTheEnd() throws {
    var session = try GalleryExample().session()
    try session.pull(.strip, by: -3 / 0.55 / (1 - 3 * 37.0 / 375))
    #expect(session.focus(at: 20) == 0)

    session.beginDrag(.preview, at: .milliseconds(20))

    // At 95 ms half of the 3 pages remains, and half of the 2.2 pages beyond the band.
    #expect(session.focus(at: 20).isApproximately(0, tolerance: tolerance))
    #expect(session.focus(at: 95).isApproximately(-0.8 - 1.1 + 1.5, tolerance: tolerance))
    #expect(session.focus(at: 170).isApproximately(-0.8, tolerance: tolerance))
  }

  /// The page at the end of a preview stays visible: 0.8 pages are less than 375 / 419.
  @Test func pageBeyondTheEndStaysInSight() throws {
    var session = try GalleryExample().session()
    try session.pull(.strip, by: -3 / 0.55 / (1 - 3 * 37.0 / 375))
    session.beginDrag(.preview, at: .milliseconds(20))

    let cell = try #require(session.frame(at: .milliseconds(170)).preview.first)

    // The left edge is at 0.8 * 419, and the viewport ends at 375.
    #expect((cell.center.x - 187.5).isApproximately(335.2, tolerance: 1e-6))
  }

  @Test func excessFadesWhileTheFingerMoves() throws {
    var session = try GalleryExample().session()
    try session.pull(.strip, by: -3 / 0.55 / (1 - 3 * 37.0 / 375))
    session.beginDrag(.preview, at: .milliseconds(20))

    try session.drag(translation: -(0.8 / 0.55 / 0.2) * 375, at: .milliseconds(95))

    #expect(session.position(at: 95).isApproximately(-1.1, tolerance: tolerance))
    #expect(session.position(at: 170).isApproximately(0, tolerance: tolerance))
  }

  @Test(arguments: [GallerySurface.preview, .strip], [GallerySurface.preview, .strip])
  func touchStopsASettlingSurface(settling: GallerySurface, touched: GallerySurface) throws {
    var session = try GalleryExample(activeIndex: 3).session()
    try session.toss(settling, by: 0.2, velocity: -400)
    let position = session.position(at: 120)
    #expect(position > 3.5 && position < 3.9)

    session.beginDrag(touched, at: .milliseconds(120))

    #expect(session.position(at: 120) == position)
    #expect(session.position(at: 5000) == position)
    try session.drag(
      translation: 0.1 * GallerySession.stride(touched), at: .milliseconds(130))
    #expect(session.position(at: 130).isApproximately(position - 0.1, tolerance: tolerance))
  }

  @Test func touchStopsABounceWithinTheRubberBand() throws {
    var session = try GalleryExample().session()
    try session.toss(.preview, by: -0.4, velocity: 0)
    let position = session.position(at: 100)
    #expect(position < -0.05 && position > -0.18)

    session.beginDrag(.preview, at: .milliseconds(100))

    #expect(session.position(at: 100).isApproximately(position, tolerance: tolerance))
    #expect(session.position(at: 400).isApproximately(position, tolerance: tolerance))
    #expect(!session.isAnimating(at: .milliseconds(400)))
  }

  @Test func secondFingerTakesOverWithoutASettle() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    try session.pull(.strip, by: 0.3)

    try session.pull(.preview, by: 0.1, at: 20)

    #expect(session.position(at: 30).isApproximately(2.4, tolerance: tolerance))
    #expect(session.position(at: 5000).isApproximately(2.4, tolerance: tolerance))
  }

  @Test func stripClosesAndOpensInTheShareOfTheWayThatIsLeft() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    session.beginDrag(.strip, at: .zero)
    #expect(session.expansionRate(at: 75) == 0.5)
    #expect(session.expansionRate(at: 30).isApproximately(0.92, tolerance: tolerance))

    session.beginDrag(.preview, at: .milliseconds(75))

    // Half of the way back takes 75 ms; a quarter of that covers an eighth of the distance.
    #expect(session.expansionRate(at: 75) == 0.5)
    let quarter = session.frame(at: .microseconds(93_750)).expansionRate
    #expect(quarter.isApproximately(0.5625, tolerance: tolerance))
    #expect(session.frame(at: .microseconds(112_500)).expansionRate == 0.75)
    #expect(session.frame(at: .microseconds(149_999)).expansionRate < 1)
    #expect(session.expansionRate(at: 150) == 1)
    #expect(session.nextBoundary() == .milliseconds(150))
  }

  @Test func stripOpensOnceItRests() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    session.beginDrag(.strip, at: .zero)

    session.cancelDrag(at: .milliseconds(300))

    #expect(session.expansionRate(at: 300) == 0)
    #expect(session.expansionRate(at: 375) == 0.5)
    #expect(session.expansionRate(at: 450) == 1)
    #expect(session.frame(at: .milliseconds(375)).cell(2)?.center.x == 187.5)
  }
}
