// SPDX-License-Identifier: Apache-2.0

import GalleryMotion
import GalleryTestSupport
import Testing

/// Rubber bands at the ends of a range of positions.
struct RubberBandPositionTests {
  @Test func overshootsOfThePreviewAndTheStrip() throws {
    let preview = try RubberBand(dimension: 1)
    let strip = try RubberBand(dimension: 375.0 / 37)
    #expect(strip.dimension.isApproximately(10.1351, tolerance: 0.5e-4))
    #expect(preview.position(for: -0.4, in: 0...9).isApproximately(-0.180328, tolerance: 0.5e-6))
    #expect(preview.position(for: 9.4, in: 0...9).isApproximately(9.180328, tolerance: 0.5e-6))
    #expect(strip.position(for: -2, in: 0...9).isApproximately(-0.992302, tolerance: 0.5e-6))
    #expect(strip.position(for: 11, in: 0...9).isApproximately(9.992302, tolerance: 0.5e-6))
  }

  @Test func positionsInsideTheLimitsAreUntouched() throws {
    let band = try RubberBand(dimension: 2)
    for raw in [0, 0.1, 2.5, 9] {
      #expect(band.position(for: raw, in: 0...9) == raw)
      #expect(band.rawPosition(for: raw, in: 0...9) == raw)
    }
    #expect(band.position(for: 0.5, in: 0...0) > 0)
  }

  @Test func nothingMovesBeyondAnEndWithoutADimension() throws {
    let band = try RubberBand(dimension: 0)
    #expect(band.position(for: 12, in: 0...9) == 9)
    #expect(band.rawPosition(for: 12, in: 0...9) == 9)
    #expect(band.slope(atOvershoot: 1) == 0)
    #expect(band.grab(position: 12, in: 0...9) == (9, 3))
  }

  @Test func grabSplitsWhatTheBandCannotHold() throws {
    let band = try RubberBand(dimension: 1)
    let (raw, excess) = band.grab(position: -3, in: 0...9)
    #expect(excess.isApproximately(-2.1, tolerance: 1e-15))
    #expect(band.position(for: raw, in: 0...9).isApproximately(-0.9, tolerance: 1e-15))
    #expect(band.grab(position: 4.5, in: 0...9) == (4.5, 0))
  }

  @Test func grabbedContentStaysInPlace() {
    checkProperty(
      seed: 20_000, runs: 2000,
      generate: { generator in
        [
          Double.random(in: 0...20, using: &generator),
          Double.random(in: -40...40, using: &generator),
          Double.random(in: 0...9, using: &generator),
        ]
      },
      shrink: \.elementShrinks,
      check: { numbers in
        let band = try RubberBand(dimension: numbers[0])
        let limits = 0...numbers[2]
        let (raw, excess) = band.grab(position: numbers[1], in: limits)
        let position = band.position(for: raw, in: limits) + excess
        guard position.isApproximately(numbers[1], tolerance: 1e-13) else { return "\(position)" }
        let back = band.rawPosition(for: band.position(for: raw, in: limits), in: limits)
        return back.isApproximately(raw, tolerance: 1e-9) ? nil : "\(back) for raw \(raw)"
      })
  }

  @Test func positionIsContinuousAndGrows() throws {
    for dimension in [0, 0.5, 1, 375.0 / 37] {
      let band = try RubberBand(dimension: dimension)
      let positions = (-3000...12_000).map { band.position(for: Double($0) / 1000, in: 0...9) }
      let steps = zip(positions, positions.dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { 0 <= $0 && $0 <= 0.001_000_1 }, "\(dimension)")
    }
  }

  @Test func endsMirror() throws {
    let band = try RubberBand(dimension: 1.5)
    for step in 0...1000 {
      let over = Double(step) / 100
      let (low, high) = (
        band.position(for: -over, in: 0...9), band.position(for: 9 + over, in: 0...9)
      )
      #expect(high.isApproximately(9 - low, tolerance: 1e-14))
    }
  }

  @Test func numbersThatAreNotFiniteStayInReach() throws {
    let band = try RubberBand(dimension: 1)
    #expect(band.position(for: .infinity, in: 0...9) == 10)
    #expect(band.position(for: -.infinity, in: 0...9) == -1)
    #expect(band.position(for: .nan, in: 2...9) == 2)
    #expect(band.rawPosition(for: .nan, in: 2...9) == 2)
    #expect(band.rawPosition(for: .infinity, in: 0...9).isFinite)
    #expect(band.rawPosition(for: -.infinity, in: 0...9).isFinite)
  }

  @Test func badGrabsTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = try RubberBand(dimension: 1).grab(position: .nan, in: 0...9)
    }
    await #expect(processExitsWith: .failure) {
      _ = try RubberBand(dimension: 1).grab(position: .infinity, in: 0...9)
    }
    await #expect(processExitsWith: .failure) {
      _ = try RubberBand(dimension: 1).grab(position: 0, in: 0...9, share: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = try RubberBand(dimension: 1).grab(position: 0, in: 0...9, share: -0.1)
    }
  }
}
