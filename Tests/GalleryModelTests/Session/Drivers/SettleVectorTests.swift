// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

/// Known paths of surfaces that are released after 20 ms.
struct SettleVectorTests {
  private func session(
    _ surface: GallerySurface, from start: Int = 3, by way: Double, velocity: Double
  ) throws -> GallerySession {
    var session = try GalleryExample(activeIndex: start).session()
    try session.toss(surface, by: way, velocity: velocity)
    return session
  }

  /// The time of a release plus a number of seconds.
  private func time(_ seconds: Double) -> Duration {
    .nanoseconds(20_000_000 + Int64(seconds * 1e9))
  }

  @Test func stripRollsToThePage() throws {
    // 400 points are 10.8108 pages per second; friction would stop at 4.27567. The required
    // velocity is 0.74373 times that, close enough for friction.
    let session = try session(.strip, by: 0.2, velocity: -400)

    #expect(session.position(at: 20).isApproximately(3.2, tolerance: 1e-12))
    #expect(session.position(at: 120).isApproximately(3.707174, tolerance: 5e-7))
    let duration = log(0.8 * 37 / 0.25) / (-1000 * log(0.99))
    #expect(duration.isApproximately(0.475016, tolerance: 5e-7))
    let before = session.frame(at: time(duration - 1e-6)).position
    #expect(before.isApproximately(4 - 0.25 / 37, tolerance: 1e-6))
    #expect(session.frame(at: time(duration + 1e-6)).position == 4)
  }

  @Test func slowStripSpringsBack() throws {
    // 50 points are 1.35135 pages per second; friction would stop at 3.33445, nearest to page 3,
    // which is in the opposite direction.
    let session = try session(.strip, by: 0.2, velocity: -50)

    for seconds in [0, 0.05, 0.1, 0.3] {
      let (beta, velocity) = (5 * Double.pi, 50.0 / 37)
      let expected = 3 + (0.2 + (velocity + beta * 0.2) * seconds) * exp(-beta * seconds)
      let found = session.frame(at: time(seconds)).position
      #expect(found.isApproximately(expected, tolerance: 1e-9))
    }
    #expect(session.position(at: 3020) == 3)
  }

  @Test func previewSpringsToTheNextPage() throws {
    let session = try session(.preview, by: 0.2, velocity: -400)

    #expect(session.position(at: 120).isApproximately(3.556384, tolerance: 5e-7))
    #expect(session.position(at: 320).isApproximately(3.944331, tolerance: 5e-7))
    // From the two terms of the displacement, x0 = -0.8 and v0 + beta * x0, each at half of 0.25
    // points.
    let (beta, threshold) = (200.0.squareRoot(), 0.25 / 419)
    let second = abs(400.0 / 375 - beta * 0.8)
    let duration = max(
      log(2 * 0.8 / threshold) / beta, 2 / beta * log(4 * second / (exp(1) * beta * threshold)))
    #expect(duration.isApproximately(1.059004, tolerance: 5e-7))
    let before = session.frame(at: time(duration - 1e-6)).position
    #expect(before != 4 && before.isApproximately(4, tolerance: threshold))
    #expect(session.frame(at: time(duration + 1e-6)).position == 4)
    #expect(session.frame(at: time(duration - 1e-6)).expansionRate == 1)
  }

  /// `x0 = 0.5` and `beta = 10`: `3 + (0.5 + 5 * 0.1) / e` after 0.1 s.
  @Test func previewBeyondTheNextPageBouncesBack() throws {
    let session = try session(.preview, from: 2, by: 1.5, velocity: 0)

    #expect(session.position(at: 20).isApproximately(3.5, tolerance: 1e-12))
    #expect(session.position(at: 120).isApproximately(3.367879, tolerance: 5e-7))
    #expect(session.position(at: 3020) == 3)
  }

  /// The velocity counts as `0.5 * e * 10`, so that the largest distance is less than half a page
  /// more than at the release.
  @Test func swipeBeyondTheNextPageGoesHalfAPageFurther() throws {
    let session = try session(.preview, from: 2, by: 1.5, velocity: -1e5)

    let furthest = (0...200).map { session.position(at: 20 + $0) }.max()
    #expect(try #require(furthest) < 4)
    let expected = 3 + (0.5 + (5 * exp(1) + 5) * 0.1) / exp(1)
    #expect(session.position(at: 120).isApproximately(expected, tolerance: 1e-9))
  }

  @Test(arguments: [
    (GallerySurface.preview, -0.4, 0.0), (.preview, -0.4, 900), (.preview, -0.4, 1e5),
    (.preview, -0.4, -200), (.preview, -0.4, -1e5), (.strip, -2, 0), (.strip, -2, 1e5),
    (.strip, -2, -1e5), (.strip, -2, 3000),
  ])
  func surfaceBeyondTheStartBouncesBack(
    surface: GallerySurface, way: Double, velocity: Double
  ) throws {
    let session = try session(surface, from: 0, by: way, velocity: velocity)

    let band = surface == .preview ? 1 : 375.0 / 37
    let start = -(1 - 1 / (-way * 0.55 / band + 1)) * band
    // Outwards at most half a band more, inwards never beyond the end.
    let outwards = -0.5 * exp(1) * 10 * band
    let pages = min(
      10 * -start, max(outwards, -velocity / GallerySession.stride(surface)))
    for seconds in [0, 0.02, 0.1, 0.25, 0.5] {
      let expected = (start + (pages + 10 * start) * seconds) * exp(-10 * seconds)
      let found = session.frame(at: time(seconds)).position
      #expect(found.isApproximately(expected, tolerance: 1e-9))
      #expect(found <= 0 && found > start - 0.5 * band - 1e-9)
    }
    #expect(session.position(at: 3020) == 0)
  }

  @Test func bounceAtTheEndMirrorsTheBounceAtTheStart() throws {
    let first = try session(.strip, from: 0, by: -1.5, velocity: 2500)
    let last = try session(.strip, from: 5, by: 1.5, velocity: -2500)

    for time in [20, 50, 120, 300, 700, 2000] {
      let sum = first.position(at: time) + last.position(at: time)
      #expect(sum.isApproximately(5, tolerance: 1e-12))
    }
  }

  @Test(arguments: [
    (2, 0.5, 3), (2, -0.5, 2), (2, 0.4999, 2), (2, -0.5001, 1), (0, -0.4, 0), (5, 0.4, 5),
    (0, 0.5, 1), (4, 0.5, 5),
  ])
  func restingFingerGoesToTheNearestPageAndHalvesGoUp(
    start: Int, way: Double, target: Int
  ) throws {
    for surface in GallerySurface.allCases {
      let session = try session(surface, from: start, by: way, velocity: 0)

      #expect(session.position(at: 3020) == Double(target))
      #expect(session.active(at: 3020) == target)
    }
  }
}
