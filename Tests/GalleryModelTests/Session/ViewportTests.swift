// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Changes of the viewport at any time.
struct ViewportTests {
  private static let tablet = GalleryViewport(
    preview: Size(width: 1024, height: 700), strip: Size(width: 1024, height: 44))

  /// Gestures that end in every state after 40 ms.
  private static let gestures: [@Sendable (inout GallerySession) throws -> Void] = [
    { _ in },
    { try $0.pull(.preview, by: 0.3) },
    { try $0.pull(.strip, by: -1.4) },
    { try $0.pull(.preview, by: 4.3) },
    { try $0.toss(.preview, by: 0.3, velocity: -500) },
    { try $0.toss(.strip, by: 0.3, velocity: -900) },
    { try $0.toss(.strip, by: -7, velocity: 900) },
    { try $0.goTo(index: 5, at: .zero) },
    {
      try $0.goTo(index: 5, at: .zero)
      $0.beginDrag(.strip, at: .milliseconds(20))
    },
  ]

  @Test(arguments: gestures.indices)
  func sizesComeAndGoWithoutATrace(gesture: Int) throws {
    var session = try GalleryExample(activeIndex: 2).session()
    try Self.gestures[gesture](&session)
    let untouched = session
    let viewports: [GalleryViewport] = [
      .zero, Self.tablet, GalleryViewport(preview: .zero, strip: GalleryExample.phone.strip),
      GalleryViewport(preview: Size(width: 375, height: 0), strip: Size(width: 0, height: 66)),
      GalleryExample.phone,
    ]

    for (step, viewport) in viewports.enumerated() {
      let time = Duration.milliseconds(40 + step)
      try session.setViewport(viewport, at: time)
      let (frame, other) = (session.frame(at: time), untouched.frame(at: time))
      #expect(frame.viewport == viewport)
      #expect(frame.position.isApproximately(other.position, tolerance: 1e-9))
      #expect(frame.focus.isApproximately(other.focus, tolerance: 1e-9))
      #expect(frame.expansionRate == other.expansionRate)
      #expect(frame.activeIndex == other.activeIndex)
      #expect(frame.isAnimating == other.isAnimating)
    }

    for time in [44, 60, 100, 200, 400, 1000, 4000] {
      let (frame, other) = (
        session.frame(at: .milliseconds(time)), untouched.frame(at: .milliseconds(time))
      )
      #expect(frame.position.isApproximately(other.position, tolerance: 1e-9))
      #expect(frame.activeIndex == other.activeIndex)
      #expect(frame.strip.map(\.index) == other.strip.map(\.index))
      #expect(
        frame.strip.map(\.center.x).isApproximately(other.strip.map(\.center.x), tolerance: 1e-6))
    }
    #expect(session.advance(to: .seconds(9)).withoutPrefetch.count < 12)
  }

  @Test(arguments: gestures.indices)
  func galleryWithoutAreaGoesOnUnseen(gesture: Int) throws {
    var session = try GalleryExample(activeIndex: 2).session()
    try Self.gestures[gesture](&session)
    var untouched = session
    _ = untouched.advance(to: .milliseconds(40))

    try session.setViewport(.zero, at: .milliseconds(40))

    for time in [40, 60, 100, 300, 1000, 4000] {
      let (frame, other) = (
        session.frame(at: .milliseconds(time)), untouched.frame(at: .milliseconds(time))
      )
      #expect(frame.preview.isEmpty && frame.strip.isEmpty)
      #expect(!frame.isEmpty)
      #expect(frame.position.isApproximately(other.position, tolerance: 1e-9))
      #expect(frame.activeIndex == other.activeIndex)
    }
    #expect(session.nextBoundary() == untouched.nextBoundary())
  }

  @Test func fingerGoesOnFromWhereItIs() throws {
    var session = try GalleryExample(activeIndex: 0).session()
    try session.pull(.strip, by: 1)

    // Thumbnails that are 44 points high have a pitch of 22 + 4.
    try session.setViewport(Self.tablet, at: .milliseconds(20))
    #expect(session.position(at: 20) == 1)
    try session.drag(translation: -37, at: .milliseconds(30))
    #expect(session.position(at: 30) == 1)
    try session.drag(translation: -37 - 26, at: .milliseconds(40))

    #expect(session.position(at: 40).isApproximately(2, tolerance: 1e-12))
  }

  @Test func fingerOnNothingMovesNothing() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    try session.pull(.preview, by: 0.2)
    try session.setViewport(.zero, at: .milliseconds(20))

    let isAccepted = try session.drag(translation: -300, at: .milliseconds(30))
    #expect(isAccepted)
    #expect(session.position(at: 30).isApproximately(2.2, tolerance: 1e-12))
    try session.setViewport(GalleryExample.phone, at: .milliseconds(40))
    try session.drag(translation: -300 - 37.5, at: .milliseconds(50))

    #expect(session.position(at: 50).isApproximately(2.3, tolerance: 1e-12))
  }

  @Test func releaseOnNothingHasNoVelocity() throws {
    for surface in GallerySurface.allCases {
      var session = try GalleryExample(activeIndex: 2).session()
      try session.pull(surface, by: 0.2)
      try session.setViewport(.zero, at: .milliseconds(15))

      try session.endDrag(velocity: -5000, at: .milliseconds(20))

      #expect(session.position(at: 3020) == 2)
      #expect(session.expansionRate(at: 4000) == 1)
    }
  }

  @Test func stripHeightScalesTheThumbnails() throws {
    var session = try GalleryExample(activeIndex: 1).session()

    try session.setViewport(Self.tablet, at: .zero)

    // Page 1 is 44 * 1.5 wide. Its neighbor is a pitch and half of the extra length away:
    // 26 + (66 - 22 + 20) / 2.
    let frame = session.frame(at: .zero)
    #expect(frame.cell(1)?.center == Point(x: 512, y: 22))
    #expect(frame.cell(1)?.size == Size(width: 66, height: 44))
    #expect(frame.cell(2)?.center.x.isApproximately(512 + 58, tolerance: 1e-9) == true)
    #expect(frame.cell(2)?.size == Size(width: 22, height: 44))
  }

  @Test func galleryWithoutStripShowsThePreviewOnly() throws {
    var session = try GalleryExample(activeIndex: 1).session()

    try session.setViewport(
      GalleryViewport(preview: Size(width: 375, height: 601), strip: Size(width: 375, height: 0)),
      at: .zero)

    #expect(session.frame(at: .zero).strip.isEmpty)
    #expect(session.frame(at: .zero).preview.map(\.index) == [1])
    #expect(session.tap(location: Point(x: 187, y: 0), at: .zero) == nil)
    try session.pull(.strip, by: 1, at: 10)
    #expect(session.position(at: 20) == 1)
    try session.toss(.preview, by: 0.2, velocity: -500, at: 300)
    #expect(session.position(at: 3400) == 2)
  }

  @Test func stripWithoutHeightAndSpacingIsReleasedSafely() throws {
    var example = GalleryExample(activeIndex: 2)
    example.configuration.interItemSpacing = 0
    example.viewport.strip = Size(width: 375, height: 0)
    var session = try example.session()

    try session.toss(.strip, by: 0.4, velocity: -900)

    #expect(session.position(at: 20) == 2)
    #expect(session.position(at: 3020) == 2)
    #expect(!session.isAnimating(at: .seconds(5)))
  }

  @Test(arguments: [
    Size(width: -1, height: 10), Size(width: 10, height: -1e-9), Size(width: .infinity, height: 10),
    Size(width: 10, height: .infinity),
  ])
  func refusedViewportChangesNothing(size: Size) throws {
    for gesture in Self.gestures {
      var session = try GalleryExample(activeIndex: 2).session()
      try gesture(&session)
      let untouched = session

      let good = GalleryExample.phone
      #expect(throws: GalleryError.layout(.invalidViewport(size))) {
        try session.setViewport(
          GalleryViewport(preview: size, strip: good.strip), at: .seconds(1))
      }
      #expect(throws: GalleryError.self) {
        try session.setViewport(
          GalleryViewport(preview: good.preview, strip: size), at: .seconds(1))
      }

      #expect(session == untouched)
    }
  }

  @Test func highStripHasTheMarginThatItsNarrowestPageNeeds() throws {
    var session = try GalleryExample(activeIndex: 4).session()
    let high = GalleryViewport(
      preview: GalleryExample.phone.preview, strip: Size(width: 375, height: 100))

    try session.setViewport(high, at: .seconds(1))

    // Page 4 has the ratio 0.2: it shrinks from 50 to 20 points, and a margin of 30 compensates for
    // it.
    let frame = session.frame(at: .seconds(1))
    #expect(frame.strip.map(\.index) == [1, 2, 3, 4, 5])
    #expect(frame.strip.map(\.center.x) == [25.5, 79.5, 133.5, 187.5, 241.5])
    #expect(frame.strip[3].size == Size(width: 20, height: 100))
  }

  @Test func viewportThatIsNotANumberIsRefused() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    let untouched = session

    #expect(throws: GalleryError.self) {
      try session.setViewport(
        GalleryViewport(preview: Size(width: .nan, height: 1), strip: .zero), at: .seconds(1))
    }

    #expect(session == untouched)
  }
}
