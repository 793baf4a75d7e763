// SPDX-License-Identifier: Apache-2.0

import GalleryMotion
import GalleryTestSupport
import Testing

struct TimingCurveTests {
  static let all: [TimingCurve] = [
    .linear, .quadIn, .quadOut, .quadInOut, .ease, .easeIn, .easeOut, .easeInOut,
  ]

  private static let quarters: [(TimingCurve, [Double])] = [
    (.linear, [0.25, 0.5, 0.75]),
    (.quadIn, [0.0625, 0.25, 0.5625]),
    (.quadOut, [0.4375, 0.75, 0.9375]),
    (.quadInOut, [0.125, 0.5, 0.875]),
    (.ease, [0.408511, 0.802403, 0.960459]),
    (.easeIn, [0.093465, 0.315357, 0.621862]),
    (.easeOut, [0.378138, 0.684643, 0.906535]),
    (.easeInOut, [0.129162, 0.5, 0.870838]),
  ]

  @Test(arguments: quarters)
  func quarterValues(curve: TimingCurve, expected: [Double]) {
    let found = [0.25, 0.5, 0.75].map(curve.value(at:))
    #expect(found.isApproximately(expected, tolerance: 0.5e-6))
  }

  @Test func quadInOutNearItsEnds() {
    #expect(TimingCurve.quadInOut.value(at: 0.1).isApproximately(0.02, tolerance: 1e-15))
    #expect(TimingCurve.quadInOut.value(at: 0.9).isApproximately(0.98, tolerance: 1e-15))
  }

  @Test(arguments: all)
  func endsAreExactAndProgressIsLimited(curve: TimingCurve) {
    for progress in [0, -1, -.infinity, -0.0, .nan] {
      #expect(curve.value(at: progress) == 0)
    }
    for progress in [1, 1.5, .infinity] {
      #expect(curve.value(at: progress) == 1)
    }
    #expect(curve.slope(at: -1) == curve.slope(at: 0))
    #expect(curve.slope(at: 2) == curve.slope(at: 1))
    #expect(curve.slope(at: .nan) == curve.slope(at: 0))
  }

  @Test(arguments: all)
  func valuesGrowWithoutAJump(curve: TimingCurve) {
    let values = (0...10_000).map { curve.value(at: Double($0) / 10_000) }
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { 0 <= $0 && $0 <= 2.5e-4 })
  }

  @Test(arguments: all)
  func slopeIsTheDerivative(curve: TimingCurve) {
    let step = 1e-5
    for index in 1..<1000 {
      let progress = Double(index) / 1000
      let difference = curve.value(at: progress + step) - curve.value(at: progress - step)
      #expect(curve.slope(at: progress).isApproximately(difference / (2 * step), tolerance: 3e-5))
    }
    let start = (curve.value(at: 1e-7) - curve.value(at: 0)) / 1e-7
    let end = (curve.value(at: 1) - curve.value(at: 1 - 1e-7)) / 1e-7
    // At a control point on an end, the slope changes there like a square root.
    #expect(curve.slope(at: 0).isApproximately(start, tolerance: 3e-4))
    #expect(curve.slope(at: 1).isApproximately(end, tolerance: 3e-4))
  }

  @Test(arguments: all)
  func slopeIsNeverNegative(curve: TimingCurve) {
    #expect((0...10_000).allSatisfy { curve.slope(at: Double($0) / 10_000) >= 0 })
  }

  @Test func factoryMakesTheCurveOfItsPoints() throws {
    let curve = try CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
    #expect(try TimingCurve.cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1) == .cubicBezier(curve))
    #expect(TimingCurve.easeIn == .cubicBezier(curve))
    #expect(Set(Self.all).count == Self.all.count)
  }

  @Test func mirroredCurvesMirror() {
    let pairs: [(TimingCurve, TimingCurve)] = [
      (.linear, .linear), (.quadIn, .quadOut), (.quadInOut, .quadInOut), (.easeIn, .easeOut),
      (.easeInOut, .easeInOut),
    ]
    for (curve, mirrored) in pairs {
      for index in 0...1000 {
        let progress = Double(index) / 1000
        let expected = 1 - mirrored.value(at: 1 - progress)
        #expect(curve.value(at: progress).isApproximately(expected, tolerance: 1e-13))
      }
    }
  }

  @Test func progressIsTheShareOfTheTime() {
    let second = Duration.seconds(1)
    #expect(TimingCurve.progress(elapsed: .milliseconds(250), duration: second) == 0.25)
    #expect(TimingCurve.progress(elapsed: .zero, duration: second) == 0)
    #expect(TimingCurve.progress(elapsed: .milliseconds(-1), duration: second) == 0)
    #expect(TimingCurve.progress(elapsed: second, duration: second) == 1)
    #expect(TimingCurve.progress(elapsed: .seconds(2), duration: second) == 1)
    #expect(TimingCurve.progress(elapsed: .nanoseconds(999_999_999), duration: second) < 1)
    for elapsed in [Duration.seconds(-1), .zero, .seconds(1)] {
      #expect(TimingCurve.progress(elapsed: elapsed, duration: .zero) == 1)
      #expect(TimingCurve.progress(elapsed: elapsed, duration: .seconds(-2)) == 1)
    }
  }
}
