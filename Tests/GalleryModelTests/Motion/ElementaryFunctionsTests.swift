// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryMotion

/// The functions against those of the C library, which are accurate to slightly more than 0.5 ulp.
struct ElementaryFunctionsTests {
  /// Returns the difference of two numbers in units in the last place of the second one.
  private func units(_ found: Double, _ expected: Double) -> Double {
    found == expected ? 0 : abs(found - expected) / expected.ulp
  }

  @Test func exponentialIsWithinOneUnit() {
    let samples = (-100_000...100_000).map { Double($0) / 143 }
    let wrong = samples.filter { units(ElementaryFunctions.exponential($0), exp($0)) > 1 }
    #expect(wrong.isEmpty)
  }

  @Test func logarithmIsWithinOneUnit() {
    var generator = SeededGenerator(seed: 1)
    let patterns = 1..<Double.infinity.bitPattern
    let samples = (0..<100_000).flatMap { _ in
      [
        Double(bitPattern: UInt64.random(in: patterns, using: &generator)),
        Double.random(in: 0.5...2, using: &generator),
      ]
    }
    let wrong = samples.filter { units(ElementaryFunctions.logarithm($0), log($0)) > 1 }
    #expect(wrong.isEmpty)
  }

  @Test func sineAndCosineAreWithinOneUnitOfOne() {
    var generator = SeededGenerator(seed: 2)
    let samples = [1, 30, 1000, 1e6].flatMap { reach in
      (0..<25_000).map { _ in Double.random(in: -reach...reach, using: &generator) }
    }
    let wrong = samples.filter { x in
      let (sine, cosine) = ElementaryFunctions.sineAndCosine(x)
      return max(abs(sine - sin(x)), abs(cosine - cos(x))) > 0x1p-52
    }
    #expect(wrong.isEmpty)
  }

  @Test func exponentialOfTheBounds() {
    #expect(ElementaryFunctions.exponential(0) == 1)
    #expect(units(ElementaryFunctions.exponential(1), exp(1)) <= 1)
    #expect(ElementaryFunctions.exponential(.infinity) == .infinity)
    #expect(ElementaryFunctions.exponential(-.infinity) == 0)
    #expect(ElementaryFunctions.exponential(.nan).isNaN)
    #expect(ElementaryFunctions.exponential(709.79) == .infinity)
    #expect(ElementaryFunctions.exponential(-745.14) == 0)
    #expect(ElementaryFunctions.exponential(709.78).isApproximately(exp(709.78), tolerance: 1e293))
    for x in stride(from: -745.1, through: -708, by: 0.1) {
      #expect(abs(ElementaryFunctions.exponential(x) - exp(x)) <= 0x1p-1074, "\(x)")
    }
  }

  @Test func logarithmOfTheBounds() {
    #expect(ElementaryFunctions.logarithm(1) == 0)
    #expect(ElementaryFunctions.logarithm(2) == log(2))
    #expect(ElementaryFunctions.logarithm(0) == -.infinity)
    #expect(ElementaryFunctions.logarithm(-1).isNaN)
    #expect(ElementaryFunctions.logarithm(.nan).isNaN)
    #expect(ElementaryFunctions.logarithm(.infinity) == .infinity)
    let least = Double.leastNonzeroMagnitude
    #expect(units(ElementaryFunctions.logarithm(least), log(least)) <= 1)
  }

  @Test func logarithmOfSubnormalNumbersIsWithinOneUnit() {
    let samples = (0..<52).flatMap { bit in
      [UInt64(1) << bit, (UInt64(2) << bit) - 1].map { Double(bitPattern: $0) }
    }
    let wrong = samples.filter { units(ElementaryFunctions.logarithm($0), log($0)) > 1 }
    #expect(wrong.isEmpty)
  }

  @Test func exponentialNeverFallsAcrossASeam() {
    // At the boundaries of the reduction by multiples of ln 2, the two sides must be monotonic.
    for multiple in -1000...1000 {
      var x = (Double(multiple) + 0.5) * log(2)
      for _ in 0..<20 { x = x.nextDown }
      for _ in 0..<40 {
        let (here, next) = (
          ElementaryFunctions.exponential(x), ElementaryFunctions.exponential(x.nextUp)
        )
        #expect(here <= next + here.ulp, "\(x)")
        x = x.nextUp
      }
    }
  }

  @Test func largeAnglesCountAsTheLargest() {
    let largest = ElementaryFunctions.sineAndCosine(1e6)
    #expect(ElementaryFunctions.sineAndCosine(1e300) == largest)
    #expect(ElementaryFunctions.sineAndCosine(-.infinity).sine == -largest.sine)
    #expect(ElementaryFunctions.sineAndCosine(0) == (0, 1))
  }

  @Test func durationsCountTheNanosecondsExactly() {
    for count: Int64 in [0, 1, -1, 999_999_999, 1_000_000_001, -5_000_000_007, 1 << 52] {
      #expect(Duration.nanoseconds(count).inNanoseconds == Double(count))
    }
    #expect(Duration(secondsComponent: 0, attosecondsComponent: 500_000_000).inNanoseconds == 0.5)
    #expect(Duration(secondsComponent: .max, attosecondsComponent: 0).inNanoseconds == 1e18)
    #expect(Duration(secondsComponent: .min, attosecondsComponent: 0).inNanoseconds == -1e18)
    #expect(Int64(nanosecondsRoundedUpFromSeconds: 1.000_000_000_1) == 1_000_000_001)
    #expect(Int64(nanosecondsRoundedUpFromSeconds: -1) == 0)
    #expect(Int64(nanosecondsRoundedUpFromSeconds: -.infinity) == 0)
    #expect(Int64(nanosecondsRoundedUpFromSeconds: .infinity) == 1_000_000_000_000_000_000)
  }
}
