// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

struct MemoryBudgetTests {
  /// The memory that decoding may use besides its result: most for long rows that are hardly
  /// reduced.
  private static let allowed = 22 << 20

  @Test(arguments: [(0, 1), (0, 8), (2, 8), (3, 8), (6, 16)] as [(UInt8, Int)])
  func rowsAndNotPagesTakeMemory(colorType: UInt8, bitDepth: Int) throws {
    try withEvery("width", in: [1, 200, 2_480, 12_000, 22_000, 65_500]) { width in
      try withEvery("height", in: [1, 133, 200, 900, 3_000, 22_000, 65_500]) { height in
        guard width * height <= DecodingLimits.default.pixelCount else { return }
        let picture = PNGPicture(
          colorType: colorType, bitDepth: bitDepth, width: width, height: height)
        let source = ByteSource(picture.builder().bytes + [0, 0, 0, 0] + Array("IDAT".utf8))
        let header = try ImageHeader(reading: source)
        for target in [DecodingTarget.height(132), .height(512), .longSide(512)] {
          let plan = try DecodingPlan(header, options: DecodingOptions(target: target))
          let size = plan.outputSize
          let result = size.width * size.height * (header.colorModel.isGray ? 1 : 4)

          let all =
            MemoryBudget.byteCount(header, plan: plan)
            + DirectPNGDecoder.byteCount(for: header)

          #expect(
            all - Double(result) <= Double(Self.allowed), "\(target), \(TestTrace.current)")
        }
      }
    }
  }
}
