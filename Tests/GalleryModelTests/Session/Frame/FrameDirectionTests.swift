// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// The same gestures in a mirrored and in a transposed gallery.
struct FrameDirectionTests {
  enum Gesture: CaseIterable {
    case previewDrag, stripDrag, overscroll, previewSwipe, fling, jump, tap, takeover

    func perform(
      _ session: inout GallerySession, sign: Double, location: Point
    ) throws {
      switch self {
      case .previewDrag: try drag(&session, .preview, -200 * sign)
      case .stripDrag: try drag(&session, .strip, -60 * sign)
      case .overscroll: try drag(&session, .strip, 500 * sign)
      case .previewSwipe:
        try drag(&session, .preview, -50 * sign)
        try session.endDrag(velocity: -500 * sign, at: .milliseconds(20))
      case .fling:
        try drag(&session, .strip, 20 * sign)
        try session.endDrag(velocity: 800 * sign, at: .milliseconds(20))
      case .jump: try session.goTo(index: 5, at: .zero)
      case .tap: session.tap(location: location, at: .zero)
      case .takeover:
        try drag(&session, .strip, -70 * sign)
        session.beginDrag(.preview, at: .milliseconds(30))
        try session.drag(translation: 80 * sign, at: .milliseconds(40))
      }
    }

    private func drag(
      _ session: inout GallerySession, _ surface: GallerySurface, _ translation: Double
    ) throws {
      session.beginDrag(surface, at: .zero)
      try session.drag(translation: translation, at: .milliseconds(10))
    }
  }

  private static let times = [0, 10, 20, 40, 75, 150, 200, 300, 400, 600, 2000]

  private func frames(
    _ gesture: Gesture, _ example: GalleryExample, sign: Double, location: Point
  ) throws -> [GalleryFrame] {
    var session = try example.session()
    try gesture.perform(&session, sign: sign, location: location)
    return Self.times.map { session.frame(at: .milliseconds($0)) }
  }

  @Test(arguments: Gesture.allCases)
  func rightToLeftIsTheMirrorImage(gesture: Gesture) throws {
    var example = GalleryExample(activeIndex: 2)
    let expected = try frames(gesture, example, sign: 1, location: Point(x: 300, y: 33))
    example.configuration.direction = .rightToLeft

    let mirrored = try frames(gesture, example, sign: -1, location: Point(x: 75, y: 33))

    for (frame, other) in zip(mirrored, expected) {
      #expect(frame.position == other.position)
      #expect(frame.focus == other.focus)
      #expect(frame.activeIndex == other.activeIndex)
      #expect(frame.strip.map(\.index) == other.strip.map(\.index))
      #expect(frame.strip.map(\.size) == other.strip.map(\.size))
      let centers = other.strip.map { 375 - $0.center.x }
      #expect(frame.strip.map(\.center.x).isApproximately(centers, tolerance: 1e-9))
      #expect(frame.preview.map(\.index) == other.preview.map(\.index))
      let pages = other.preview.map { 375 - $0.center.x }
      #expect(frame.preview.map(\.center.x).isApproximately(pages, tolerance: 1e-9))
      #expect(frame.preview.map(\.parallaxOffset) == other.preview.map { -$0.parallaxOffset })
    }
    #expect(expected.contains { $0.position != 2 })
  }

  @Test(arguments: Gesture.allCases)
  func verticalIsTheTranspose(gesture: Gesture) throws {
    var example = GalleryExample(activeIndex: 2)
    let expected = try frames(gesture, example, sign: 1, location: Point(x: 300, y: 33))
    // Landscape pages along the vertical axis look like portrait pages along the horizontal axis.
    example.aspectRatios = example.aspectRatios.map { $0.map { 1 / $0 } }
    example.configuration.axis = .vertical
    example.viewport = GalleryViewport(
      preview: example.viewport.preview.transposed, strip: example.viewport.strip.transposed)

    let turned = try frames(gesture, example, sign: 1, location: Point(x: 33, y: 300))

    for (frame, other) in zip(turned, expected) {
      #expect(frame.position == other.position)
      #expect(frame.activeIndex == other.activeIndex)
      #expect(frame.strip.map(\.index) == other.strip.map(\.index))
      #expect(
        frame.strip.map(\.center.y).isApproximately(
          other.strip.map(\.center.x), tolerance: 1e-9))
      #expect(
        frame.strip.map(\.size.height).isApproximately(
          other.strip.map(\.size.width), tolerance: 1e-9))
      #expect(frame.strip.allSatisfy { $0.center.x == 33 && $0.size.width == 66 })
      #expect(frame.preview.map(\.frame) == other.preview.map(\.frame.transposed))
      #expect(frame.preview.map(\.parallaxOffset) == other.preview.map(\.parallaxOffset))
    }
    #expect(expected.contains { $0.position != 2 })
  }

  @Test func verticalGalleryIgnoresTheDirection() throws {
    var example = GalleryExample(activeIndex: 2)
    example.configuration.axis = .vertical
    example.viewport.strip = Size(width: 66, height: 375)
    let expected = try frames(.previewDrag, example, sign: 1, location: .zero)
    example.configuration.direction = .rightToLeft

    let frames = try frames(.previewDrag, example, sign: 1, location: .zero)

    #expect(frames.map(\.position) == expected.map(\.position))
    #expect(frames.map(\.preview) == expected.map(\.preview))
  }
}
