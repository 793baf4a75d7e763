// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import PageImaging
import Testing

struct YUV4MPEGEncoderTests {
  @Test func headerSaysSizeSpeedAndColors() {
    let encoder = YUV4MPEGEncoder(size: PixelSize(width: 7, height: 3), framesPerSecond: 25)

    #expect(
      String(decoding: encoder.header, as: UTF8.self)
        == "YUV4MPEG2 W7 H3 F25:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n")
  }

  // Values of BT.601 in the limited range, rounded from real numbers.
  static let colors: [([UInt8], [UInt8])] = [
    ([0, 0, 0], [16, 128, 128]), ([255, 255, 255], [235, 128, 128]),
    ([255, 0, 0], [81, 90, 240]), ([0, 255, 0], [145, 54, 34]), ([0, 0, 255], [41, 240, 110]),
    ([128, 128, 128], [126, 128, 128]),
  ]

  @Test(arguments: colors)
  func frameHasThreePlanes(color: [UInt8], planes: [UInt8]) throws {
    let picture = Raster(width: 3, height: 2, channels: 3) { _, _, c in color[c] }
    let encoder = YUV4MPEGEncoder(size: PixelSize(width: 3, height: 2), framesPerSecond: 1)

    let bytes = encoder.bytes(of: try picture.bitmap())

    #expect(
      bytes == Array("FRAME\n".utf8) + planes.flatMap { [UInt8](repeating: $0, count: 6) })
  }

  @Test func grayHasNoHueAndRowsKeepTheirOrder() throws {
    let picture = Raster(width: 2, height: 2, channels: 1) { x, y, _ in x + y == 0 ? 0 : 255 }
    let encoder = YUV4MPEGEncoder(size: PixelSize(width: 2, height: 2), framesPerSecond: 1)

    let bytes = encoder.bytes(of: try picture.bitmap())

    let planes: [UInt8] = [16, 235, 235, 235] + Array(repeating: 128, count: 8)
    #expect(Array(bytes.dropFirst(6)) == planes)
  }
}
