// SPDX-License-Identifier: Apache-2.0

import CGalleryKernel
import GalleryTestSupport
import Testing

/// The rounding and the comparison of the kernel in a browser against those of Swift.
@Suite struct RuntimeFunctionTests {
  @Test(
    arguments: [
      0, -0.0, 0.5, -0.5, 0.499_999_999_999_999_94, 1.5, 2.5, -2.5, 4_503_599_627_370_495.5,
      9_007_199_254_740_992, 1e300, .infinity, -.infinity,
    ] as [Double])
  func roundingIsThatOfSwift(number: Double) {
    let rounded = cgallery_kernel_round(number)
    #expect(rounded.bitPattern == number.rounded().bitPattern)
  }

  @Test(arguments: [Double.nan, -.nan])
  func noNumberIsRoundedToNoNumber(number: Double) {
    #expect(cgallery_kernel_round(number).isNaN)
  }

  @Test func randomNumbersAreRoundedLikeInSwift() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<100_000 {
      let number = Double(bitPattern: generator.next())
      guard !number.isNaN else { continue }
      #expect(
        cgallery_kernel_round(number).bitPattern == number.rounded().bitPattern, "\(number)")
    }
  }

  @Test func comparisonIsThatOfBytes() {
    let (a, b): ([UInt8], [UInt8]) = ([1, 2, 200], [1, 2, 100])
    #expect(cgallery_kernel_compare(a, b, 3) > 0)
    #expect(cgallery_kernel_compare(b, a, 3) < 0)
    #expect(cgallery_kernel_compare(a, b, 2) == 0)
    #expect(cgallery_kernel_compare(a, [7], 0) == 0)
  }
}
