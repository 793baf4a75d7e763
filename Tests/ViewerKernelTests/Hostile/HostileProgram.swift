// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import ViewerKernel

/// Random calls with numbers that no script should pass, and some that it may.
struct HostileProgram {
  private let kernel = Kernel()
  private var generator: SeededGenerator
  private var time = 0.0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    open()
  }

  /// Opens models, so that some handles are valid.
  private mutating func open() {
    kernel.write(Array(repeating: .nan, count: 24) + [1, 2, 3, 0.5, .nan, 2, 0, 0, 0])
    _ = kernel.galleryOpen(3)
    _ = kernel.zoomOpen(375, 600, .nan, .nan, .nan, .nan, 0)
    _ = kernel.drawerOpen(375, 600, .nan, .nan, .nan, .nan, .nan, 0)
    _ = kernel.trackerOpen(.nan, .nan, .nan, .nan, .nan, 0)
    kernel.write([375, 600, 375, 66, 5, .nan] + Array(repeating: .nan, count: 18))
    _ = kernel.galleryOpen(0)
  }

  /// Makes one call.
  mutating func call() -> Double {
    if generator.chance(0.3) { writeList() }
    let calls = Self.calls
    return calls[Int.random(in: 0..<calls.count, using: &generator)](kernel, &self)
  }

  /// A handle that may be valid.
  var handle: Double {
    mutating get { generator.chance(0.9) ? Double(Int.random(in: 0...6, using: &generator)) : any }
  }

  /// A time that is usually valid.
  var now: Double {
    mutating get {
      guard generator.chance(0.9) else { return any }
      time += Double(Int.random(in: 0...50_000_000, using: &generator))
      return time
    }
  }

  /// A small whole number.
  var small: Double {
    mutating get { generator.chance(0.8) ? Double(Int.random(in: -1...8, using: &generator)) : any }
  }

  /// Any number.
  var any: Double {
    mutating get {
      let numbers: [Double] = [
        .nan, .infinity, -.infinity, 0, -0.0, -1, 1, 0.5, .leastNonzeroMagnitude, 2_147_483_646,
        2_147_483_647,
        2_147_483_648, 4_294_967_296, 9_007_199_254_740_991, 9_007_199_254_740_992, 1e300, -1e300,
        9_223_372_036_854_775_808, 123_456_789, 375,
      ]
      if generator.chance(0.1) { return Double(bitPattern: generator.next()) }
      return numbers[Int.random(in: 0..<numbers.count, using: &generator)]
    }
  }

  private mutating func writeList() {
    let count = Int.random(in: 0...60, using: &generator)
    kernel.write((0..<count).map { _ in generator.chance(0.9) ? small : any })
  }
}
