// SPDX-License-Identifier: Apache-2.0

import GalleryMotion
import GalleryTestSupport
import Testing

struct RubberBandTests {
  private static let dimensions = [1e-300, 0.001, 1, 375.0 / 37, 375, 1e9, 1e300]
  private static let overshoots = (-30...30).map { pow10($0) }

  private static func pow10(_ exponent: Int) -> Double {
    (0..<exponent.magnitude).reduce(1) { power, _ in exponent < 0 ? power / 10 : power * 10 }
  }

  @Test func displacementIsTheDefinition() throws {
    for dimension in [0.5, 1, 10, 375] {
      for coefficient in [0.1, 0.55, 1] {
        let band = try RubberBand(dimension: dimension, coefficient: coefficient)
        for step in 0...1000 {
          let over = Double(step) / 100 * dimension
          let expected = (1 - 1 / (over * coefficient / dimension + 1)) * dimension
          let found = band.displacement(forOvershoot: over)
          #expect(found.isApproximately(expected, tolerance: 1e-13 * dimension))
          #expect(band.displacement(forOvershoot: -over) == -found)
        }
      }
    }
  }

  @Test(arguments: dimensions)
  func displacementGrowsAndIsBounded(dimension: Double) throws {
    let band = try RubberBand(dimension: dimension)
    var last = 0.0
    for scale in Self.overshoots {
      for share in stride(from: 1.0, to: 10, by: 0.25) {
        let found = band.displacement(forOvershoot: scale * share)
        #expect(found >= last && found <= dimension)
        #expect(found <= 0.55 * scale * share * (1 + 1e-15))
        last = found
      }
    }
    #expect(band.displacement(forOvershoot: .greatestFiniteMagnitude) <= dimension)
    #expect(band.displacement(forOvershoot: 0) == 0)
  }

  @Test(arguments: dimensions)
  func inverseUndoesTheBand(dimension: Double) throws {
    let band = try RubberBand(dimension: dimension)
    for step in 1...999 {
      let displacement = dimension * Double(step) / 1000
      for sign in [1.0, -1] {
        let over = band.overshoot(forDisplacement: sign * displacement)
        let back = band.displacement(forOvershoot: over)
        #expect(back.isApproximately(sign * displacement, tolerance: 1e-14 * dimension))
      }
    }
    for exponent in -12...2 {
      let over = dimension * Self.pow10(exponent)
      guard over.isFinite, over.isNormal else { continue }
      let back = band.overshoot(forDisplacement: band.displacement(forOvershoot: over))
      // Near the dimension the band is flat, and its inverse correspondingly steep.
      #expect(back.isApproximately(over, tolerance: 1e-12 * over))
    }
  }

  @Test(arguments: dimensions)
  func inverseIsTotal(dimension: Double) throws {
    let band = try RubberBand(dimension: dimension)
    let most = band.overshoot(forDisplacement: dimension)
    #expect(most.isFinite && most > 0)
    #expect(band.overshoot(forDisplacement: dimension * 2) == most)
    #expect(band.overshoot(forDisplacement: -.greatestFiniteMagnitude) == -most)
    #expect(band.overshoot(forDisplacement: dimension.nextDown) <= most)
    #expect(band.overshoot(forDisplacement: 0) == 0)
  }

  @Test func slopeIsTheDerivative() throws {
    let band = try RubberBand(dimension: 3)
    #expect(band.slope(atOvershoot: 0) == 0.55)
    for step in -500...500 where step != 0 {
      let over = Double(step) / 50
      let difference =
        band.displacement(forOvershoot: over + 1e-5) - band.displacement(forOvershoot: over - 1e-5)
      #expect(band.slope(atOvershoot: over).isApproximately(difference / 2e-5, tolerance: 1e-8))
    }
    #expect(band.slope(atOvershoot: .greatestFiniteMagnitude) == 0)
  }

  @Test func hostileNumbersGiveFiniteOnes() throws {
    let numbers = [0x1p-1074, 1e-300, 1, 1e300, .greatestFiniteMagnitude, .infinity, .nan]
    let finite = [0x1p-1074, 1e-300, 1, 1e300, .greatestFiniteMagnitude]
    try withEvery("dimension", in: [0] + finite) { dimension in
      try withEvery("coefficient", in: finite) { coefficient in
        let band = try RubberBand(dimension: dimension, coefficient: coefficient)
        withEvery("number", in: [0] + numbers + numbers.map(-)) { number in
          let displacement = band.displacement(forOvershoot: number)
          #expect(displacement.magnitude <= dimension, "\(TestTrace.current)")
          #expect(band.overshoot(forDisplacement: number).isFinite, "\(TestTrace.current)")
          let slope = band.slope(atOvershoot: number)
          #expect(0 <= slope && slope <= coefficient, "\(TestTrace.current)")
        }
      }
    }
  }

  @Test func badNumbersAreRefused() {
    for dimension in [-1, .nan, .infinity, -0x1p-1074] {
      #expect(throws: MotionError.self) { try RubberBand(dimension: dimension) }
    }
    for coefficient in [0, -1, .nan, .infinity] {
      #expect(throws: MotionError.self) { try RubberBand(dimension: 1, coefficient: coefficient) }
    }
  }
}
