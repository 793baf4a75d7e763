// SPDX-License-Identifier: Apache-2.0

/// The Lanczos filter at positions that are `step` apart, four at a time.
///
/// The sines of the next positions are computed from the previous ones by rotation: a sine costs as
/// much as everything else together.
struct LanczosSteps {
  private let step: Double
  /// The positions of steps 0 to 3, and their sines and cosines.
  private let places: SIMD4<Double>
  private let sines: SIMD4<Double>
  private let cosines: SIMD4<Double>
  /// The sine and cosine of four steps.
  private let turnSine: Double
  private let turnCosine: Double

  private static let lobes = 3.0
  /// The angle at position 1 whose sine is used.
  private static let angle = Double.pi / lobes

  init(step: Double) {
    self.step = step
    places = SIMD4(0, 1, 2, 3) * step
    var sines = SIMD4<Double>.zero
    var cosines = SIMD4<Double>.one
    for lane in 1..<4 {
      sines[lane] = CLibrary.sine(Self.angle * places[lane])
      cosines[lane] = CLibrary.cosine(Self.angle * places[lane])
    }
    self.sines = sines
    self.cosines = cosines
    turnSine = CLibrary.sine(Self.angle * 4 * step)
    turnCosine = CLibrary.cosine(Self.angle * 4 * step)
  }

  /// Writes the values at `count` positions from `start` on, and returns their sum.
  ///
  /// The rest of the last group is 0.
  func write(_ count: Int, from start: Double, to groups: inout [SIMD4<Double>]) -> Double {
    let first = CLibrary.sine(Self.angle * start)
    let firstCosine = CLibrary.cosine(Self.angle * start)
    var sine = first * cosines + firstCosine * sines
    var cosine = firstCosine * cosines - first * sines
    var sum = SIMD4<Double>.zero
    for group in 0..<(count + 3) / 4 {
      var values = Self.values(start + Double(4 * group) * step + places, sine: sine)
      if 4 * group + 4 > count {
        values.replace(with: 0, where: SIMD4(0, 1, 2, 3) .>= Double(count - 4 * group))
      }
      groups[group] = values
      sum += values
      (sine, cosine) = (
        sine * turnCosine + cosine * turnSine, cosine * turnCosine - sine * turnSine
      )
    }
    return sum.sum()
  }

  /// Returns the values of the filter at `x`; `sine` is the sine of pi * x / 3.
  ///
  /// sin(3a) = sin(a) * (3 - 4 sin(a)^2) gives both sines of the formula from one.
  private static func values(_ x: SIMD4<Double>, sine: SIMD4<Double>) -> SIMD4<Double> {
    let squares = x * x
    let sineSquares = sine * sine
    var result = sineSquares * (3 - 4 * sineSquares) / (lobes * angle * angle * squares)
    // Near 0 the quotient has no precision; the filter differs from 1 by less than 2 * x^2.
    result.replace(with: 1, where: squares .< 1e-10)
    result.replace(with: 0, where: squares .>= lobes * lobes)
    return result
  }
}
