// SPDX-License-Identifier: Apache-2.0

import GalleryMotion
import GalleryTestSupport
import Testing

/// Bézier curves against de Casteljau's construction on a bracket that is bisected to the last bit.
struct CubicBezierTests {
  /// Returns one coordinate of the point that de Casteljau's construction gives.
  private static func coordinate(_ first: Double, _ second: Double, at share: Double) -> Double {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    let (a, b, c) = (between(0, first), between(first, second), between(second, 1))
    return between(between(a, b), between(b, c))
  }

  /// Returns the derivative of one coordinate: three times the last step of the construction.
  private static func speed(_ first: Double, _ second: Double, at share: Double) -> Double {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    let (a, b, c) = (between(0, first), between(first, second), between(second, 1))
    return 3 * (between(b, c) - between(a, b))
  }

  private static func bisected(_ curve: CubicBezier, at progress: Double) -> Double {
    // The bracket of a vertical end would close slightly before it.
    guard progress < 1 else { return 1 }
    var (lower, upper) = (0.0, 1.0)
    for _ in 0..<80 {
      let middle = (lower + upper) / 2
      if coordinate(curve.x1, curve.x2, at: middle) < progress {
        lower = middle
      } else {
        upper = middle
      }
    }
    return coordinate(curve.y1, curve.y2, at: (lower + upper) / 2)
  }

  /// Returns the error of a value, `nil` if a deviation of 10⁻¹² in x explains it.
  private static func mismatch(_ curve: CubicBezier, at progress: Double) -> String? {
    let found = curve.value(at: progress)
    let around = [-1e-12, 0, 1e-12].map { bisected(curve, at: min(1, max(0, progress + $0))) }
    guard let least = around.min(), let most = around.max() else { return "no oracle" }
    let tolerance = 1e-12
    return least - tolerance <= found && found <= most + tolerance
      ? nil : "\(found) at \(progress), expected \(around[1])"
  }

  @Test func equalsBisectionOnAGrid() throws {
    let abscissas = [0, 0.1, 0.42, 0.5, 0.9, 1]
    for x1 in abscissas {
      for x2 in abscissas {
        for (y1, y2) in [(0.0, 1.0), (1, 0), (-0.5, 1.5), (0, 0), (1, 1)] {
          let curve = try CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
          for index in 0...40 {
            if let reason = Self.mismatch(curve, at: Double(index) / 40) {
              Issue.record("\(reason) of \(curve)")
            }
          }
        }
      }
    }
  }

  @Test func equalsBisectionForRandomCurves() {
    checkProperty(
      seed: 10_000, runs: 3000,
      generate: { generator in
        (0..<5).map { index in
          index == 1 || index == 3
            ? Double.random(in: -3...3, using: &generator)
            : Double.random(in: 0...1, using: &generator)
        }
      },
      shrink: \.elementShrinks,
      check: { numbers in
        let curve = try CubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
        return Self.mismatch(curve, at: numbers[4])
      })
  }

  @Test func slopeIsTheQuotientOfTheSpeeds() {
    checkProperty(
      seed: 11_000, runs: 3000,
      generate: { generator in
        (0..<5).map { _ in Double.random(in: 0...1, using: &generator) }
      },
      shrink: \.elementShrinks,
      check: { numbers in
        let curve = try CubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
        let across = Self.speed(curve.x1, curve.x2, at: numbers[4])
        // Where the curve is steep, the parameter is not accurate enough.
        guard across > 0.05 else { return nil }
        let found = curve.slope(at: Self.coordinate(curve.x1, curve.x2, at: numbers[4]))
        let expected = Self.speed(curve.y1, curve.y2, at: numbers[4]) / across
        return found.isApproximately(expected, tolerance: 1e-9)
          ? nil : "\(found), expected \(expected)"
      })
  }

  @Test func everyCurveOfTheCornersIsTotal() throws {
    let abscissas = [0, 0x1p-1074, 0.5, 1.0.nextDown, 1]
    let progresses = [
      -.infinity, -1, 0, 0x1p-1074, 1e-300, 0x1p-53, 0.5.nextDown, 0.5, 1.0.nextDown, 1, 2,
      .infinity, .nan,
    ]
    try withEvery("x1", in: abscissas) { x1 in
      try withEvery("x2", in: abscissas) { x2 in
        try withEvery("y", in: [(0, 1), (-1000, 1000), (1000, 1000), (1, 0), (0.5, 0.5)]) {
          y1, y2 in
          let curve = try CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
          for progress in progresses {
            #expect(curve.value(at: progress).isFinite, "\(progress), \(TestTrace.current)")
            #expect(!curve.slope(at: progress).isNaN, "\(progress), \(TestTrace.current)")
          }
          #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
        }
      }
    }
  }

  @Test func rightAnglesAreSolved() throws {
    // Both control points are on the wrong side: x is constant in the middle.
    let flat = try CubicBezier(x1: 1, y1: 0, x2: 0, y2: 1)
    #expect(flat.value(at: 0.5).isApproximately(0.5, tolerance: 1e-12))
    #expect(flat.slope(at: 0.5) == .infinity)
    let values = (0...1000).map { flat.value(at: 0.5 + Double($0) / 1e9) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func endSlopesAreThoseOfTheControlPolygon() throws {
    #expect(try CubicBezier(x1: 0.5, y1: 0.25, x2: 0.5, y2: 0.75).slope(at: 0) == 0.5)
    #expect(try CubicBezier(x1: 0.5, y1: 0.25, x2: 0.5, y2: 0.75).slope(at: 1) == 0.5)
    // A control point on an end: the next one gives the direction.
    #expect(try CubicBezier(x1: 0, y1: 0, x2: 0.5, y2: 1).slope(at: 0) == 2)
    #expect(try CubicBezier(x1: 0.5, y1: 0, x2: 1, y2: 1).slope(at: 1) == 2)
    // Both of them on the ends: a straight line.
    #expect(try CubicBezier(x1: 0, y1: 0, x2: 0, y2: 0).slope(at: 0) == 1)
    #expect(try CubicBezier(x1: 0, y1: 0, x2: 1, y2: 1).slope(at: 0) == 1)
    #expect(try CubicBezier(x1: 1, y1: 1, x2: 1, y2: 1).slope(at: 1) == 1)
    // A vertical start or end.
    #expect(try CubicBezier(x1: 0, y1: 1, x2: 1, y2: 1).slope(at: 0) == .infinity)
    #expect(try CubicBezier(x1: 0, y1: -1, x2: 1, y2: 1).slope(at: 0) == -.infinity)
    #expect(try CubicBezier(x1: 0, y1: 0, x2: 1, y2: 0).slope(at: 1) == .infinity)
    #expect(try CubicBezier(x1: 1, y1: 0.5, x2: 1, y2: 1).slope(at: 1) == .infinity)
    #expect(try CubicBezier(x1: 1, y1: 2, x2: 1, y2: 1).slope(at: 1) == -.infinity)
  }

  @Test func badControlPointsAreRefused() {
    let bad: [(Double, Double)] = [
      (-0.001, 0), (1.001, 0), (.nan, 0), (.infinity, 0), (0.5, .nan), (0.5, .infinity),
      (0.5, 1001), (0.5, -1001),
    ]
    for (x, y) in bad {
      #expect(throws: MotionError.self) { try CubicBezier(x1: x, y1: y, x2: 0.5, y2: 0.5) }
      #expect(throws: MotionError.self) { try CubicBezier(x1: 0.5, y1: 0.5, x2: x, y2: y) }
      #expect(throws: MotionError.self) {
        try TimingCurve.cubicBezier(x1: x, y1: y, x2: 0.5, y2: 0.5)
      }
    }
    #expect(throws: MotionError.invalidControlPoint(x: 2, y: 3)) {
      try CubicBezier(x1: 0, y1: 0, x2: 2, y2: 3)
    }
  }
}
