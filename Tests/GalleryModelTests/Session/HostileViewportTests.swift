// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Extreme viewport areas that must do no harm.
struct HostileViewportTests {
  private static let sides = [
    Double.leastNonzeroMagnitude, 1e-306, 1e-300, 1e-9, 1e9, 1e300, 1.7e308,
  ]

  @Test(arguments: sides, GallerySurface.allCases)
  func gesturesOnExtremeAreasNeverTrap(side: Double, surface: GallerySurface) throws {
    for velocity in [-1e5, -299, 0, 5, 1e5] {
      for translation in [-1e308, -1, -side / 3, 0, side / 3, 1e308] {
        var example = GalleryExample(activeIndex: 2)
        example.configuration.interItemSpacing = 0
        example.viewport.preview.width = side
        example.viewport.strip = Size(width: max(side, 1), height: min(side, 66))
        var session = try example.session()

        session.beginDrag(surface, at: .zero)
        try session.drag(translation: translation, at: .milliseconds(10))
        let dragged = session.frame(at: .milliseconds(10))
        try session.endDrag(velocity: velocity, at: .milliseconds(20))
        let released = session.frame(at: .milliseconds(30))
        _ = session.advance(to: .seconds(100))
        let rest = session.frame(at: .seconds(100))

        #expect(dragged.position.isFinite && released.position.isFinite)
        #expect(rest.position == rest.position.rounded() && (0...5).contains(rest.position))
        #expect(rest.activeIndex == Int(rest.position))
      }
    }
  }

  @Test(arguments: sides)
  func dragSurvivesExtremeAreas(side: Double) throws {
    for surface in GallerySurface.allCases {
      var session = try GalleryExample().session()
      try session.pull(surface, by: -1.5)
      let position = session.position(at: 10)

      try session.setViewport(
        GalleryViewport(
          preview: Size(width: side, height: 600), strip: Size(width: side, height: 66)),
        at: .milliseconds(20))
      #expect(session.position(at: 20).isApproximately(position, tolerance: 1e-9))
      try session.setViewport(GalleryExample.phone, at: .milliseconds(500))

      let kept = session.position(at: 1000)
      #expect(kept.isFinite && kept <= 0 && kept >= position - 1e-9)
    }
  }
}
