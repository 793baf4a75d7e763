// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

/// Many releases, against an independent implementation of the rules.
struct SettleOracleTests {
  private static let velocities = [
    -2e5, -1e5, -3000, -1000, -400, -300.0, -299.9, -120, -50, 0, 40, 299, 300, 301, 800, 6000, 1e5,
  ]

  @Test(arguments: GallerySurface.allCases, [0, 2, 5])
  func releasedSurfaceFollowsTheRules(surface: GallerySurface, start: Int) throws {
    var decays = 0
    for way in stride(from: -2.7, through: 2.7, by: 0.27) + [-1, -0.5, 0.5, 1] {
      for velocity in Self.velocities {
        let oracle = SettleOracle(surface: surface, start: start, way: way, velocity: velocity)
        var session = try GalleryExample(activeIndex: start).session()

        try session.toss(surface, by: way, velocity: velocity)

        if oracle.isDecay { decays += 1 }
        for seconds in [0, 0.013, 0.1, 0.2, 0.4, 0.9, 1.7, 3] {
          // Exactly at the end, rounding of the duration decides.
          guard abs(seconds - oracle.duration) > 1e-6 else { continue }
          let found = session.frame(
            at: .nanoseconds(20_000_000 + Int64(seconds * 1e9))
          ).position
          let expected = oracle.position(after: seconds)
          #expect(
            found.isApproximately(expected, tolerance: 1e-8),
            "way \(way), velocity \(velocity), after \(seconds) s")
        }
      }
    }
    #expect((decays > 0) == (surface == .strip))
  }

  @Test(arguments: GallerySurface.allCases)
  func surfaceRestsOnItsPageAtTheExactEnd(surface: GallerySurface) throws {
    for (way, velocity) in [(0.3, -50.0), (0.3, -500), (-0.7, 90), (-3.2, 20), (1.4, 700)] {
      let oracle = SettleOracle(surface: surface, start: 2, way: way, velocity: velocity)
      var session = try GalleryExample(activeIndex: 2).session()
      try session.toss(surface, by: way, velocity: velocity)
      let end = 20_000_000 + Int64(oracle.duration * 1e9)

      let before = session.frame(at: .nanoseconds(end - 1000)).position
      let after = session.frame(at: .nanoseconds(end + 1000)).position

      #expect(after == oracle.target)
      #expect(before != oracle.target)
      #expect(before.isApproximately(oracle.target, tolerance: 0.25 / 37 + 1e-6))
    }
  }
}
