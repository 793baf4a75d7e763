// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageImaging

struct BitmapOrientationTests {
  @Test func everyOrientationPutsEveryPixelWhereTheStandardSays() throws {
    try withEvery("orientation", in: Orientation.allCases) { orientation in
      try withEvery("width", in: 1...4) { width in
        try withEvery("height", in: 1...4) { height in
          try withEvery("channels", in: [1, 3]) { channels in
            // Given
            let stored = Raster(width: width, height: height, channels: channels) { x, y, c in
              UInt8(x * 50 + y * 10 + c)
            }

            // When
            let turned = try stored.bitmap().turned(by: orientation)

            // Then
            let expected = OrientationOracle.upright(stored, orientation)
            #expect(Raster(turned) == expected, "\(TestTrace.current)")
          }
        }
      }
    }
  }
}
