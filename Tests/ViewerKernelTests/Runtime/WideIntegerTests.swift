// SPDX-License-Identifier: Apache-2.0

import CGalleryKernel
import GalleryTestSupport
import Testing

/// The 128-bit arithmetic of the kernel in a browser against that of Swift.
@Suite struct WideIntegerTests {
  @Test func productsAndQuotientsAreThoseOfSwift() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<100_000 {
      let (a, b) = (Self.number(using: &generator), Self.number(using: &generator))
      #expect(cgallery_kernel_multiply(.init(a), .init(b)).value == a &* b, "\(a) * \(b)")
      guard b != 0, a != .min || b != -1 else { continue }
      #expect(cgallery_kernel_divide(.init(a), .init(b)).value == a / b, "\(a) / \(b)")
    }
  }

  /// A number of any length, often at a power of two.
  private static func number(using generator: inout SeededGenerator) -> Int128 {
    let wide = Int128(truncatingIfNeeded: generator.next()) << 64 | Int128(generator.next())
    let shifted = wide >> Int128(Int.random(in: 0..<127, using: &generator))
    guard generator.chance(0.3) else { return shifted }
    let power = Int128(1) << Int128(Int.random(in: 0..<127, using: &generator))
    return power &+ Int128(Int.random(in: -1...1, using: &generator))
  }
}

extension cgallery_kernel_wide {
  fileprivate init(_ number: Int128) {
    self.init(
      low: UInt64(truncatingIfNeeded: number), high: UInt64(truncatingIfNeeded: number >> 64))
  }

  fileprivate var value: Int128 {
    Int128(truncatingIfNeeded: high) << 64 | Int128(low)
  }
}
