// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageImaging

struct ProgressiveTests {
  /// The strict policy decodes every scan, the tolerant one only those that the size needs.
  @Test(arguments: [60, 120, 200, 300, 500, 700])
  func scansThatAreLeftOutAreNotSeen(side: Int) throws {
    try withEvery("page", in: ["contract/page3.jpg", "contract/page6.jpg"]) { page in
      // Given
      let source = try ByteSource(path: Fixtures.sampleDocument(page))
      let target = DecodingTarget.longSide(side)

      // When
      let quick = try ImageDecoder.decode(source, options: DecodingOptions(target: target))
      let complete = try ImageDecoder.decode(
        source, options: DecodingOptions(target: target, damagePolicy: .strict))

      // Then
      let difference = try #require(
        Raster(quick.bitmap).meanDifference(to: Raster(complete.bitmap)))
      #expect(difference < 1.5, "\(TestTrace.current)")
    }
  }
}
