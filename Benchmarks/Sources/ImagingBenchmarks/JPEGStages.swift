// SPDX-License-Identifier: Apache-2.0

import GalleryModel
@_spi(Benchmarks) import PageImaging

/// The stages of a thumbnail of a JPEG, beside libjpeg-turbo.
///
/// The strict policy leaves everything to libjpeg-turbo, so that the same call shows both ways.
enum JPEGStages {
  /// A4 at 300 dpi: lines of dark marks on paper with the grain of a scanner.
  static func page() throws(ImagingError) -> ByteSource {
    var page = try Bitmap(size: PixelSize(width: 2480, height: 3508), format: .rgbx8)
    let width = page.size.width
    try page.withUnsafeMutableBytes { pixels in
      var state: UInt64 = 1
      for index in 0..<pixels.count / 4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let grain = UInt8(truncatingIfNeeded: state >> 61)
        let (y, x) = index.quotientAndRemainder(dividingBy: width)
        let isMark = y % 56 < 30 && (x / 7 ^ y / 9) % 5 < 2 && x % 410 > 30
        for channel in 0..<3 {
          pixels[index * 4 + channel] = (isMark ? 40 : 236) &+ grain &- UInt8(channel * 3)
        }
      }
    }
    return ByteSource(try page.encoded(as: .jpeg(quality: 85)))
  }

  static func stages() throws(ImagingError) -> [Stage] {
    let page = try page()
    var stages: [Stage] = []
    for (height, side) in [(132, 1), (512, 2)] {
      let whole = "libjpeg-turbo, \(height) px"
      func add(_ name: String, _ work: @escaping () throws -> Void) {
        stages.append(Stage(name: "\(name), \(height) px", peer: whole, work: work))
      }
      let options = DecodingOptions(target: .height(height))
      var strict = options
      strict.damagePolicy = .strict
      let raster = PixelSize(width: 310 * side, height: 439 * side)
      let color = PixelSize(width: 155 * side, height: 220 * side)
      let output = try ImageDecoder.decode(page, options: options).bitmap
      let half = PixelSize(width: (output.size.width + 1) / 2, height: (height + 1) / 2)
      add("libjpeg-turbo") { _ = try ImageDecoder.decode(page, options: strict) }
      add("decode to RGB") { _ = try ImageDecoder.decode(page, options: options) }
      add("entropy") {
        let isTaken = try ImagingStages.readCoefficients(page, side: side, transforms: false)
        precondition(isTaken)
      }
      add("entropy and transform") {
        let isTaken = try ImagingStages.readCoefficients(page, side: side, transforms: true)
        precondition(isTaken)
      }
      add("resample RGBX") { try ImagingStages.resample(raster, to: output.size, .rgbx8) }
      add("resample planes") {
        try ImagingStages.resample(raster, to: output.size, .gray8)
        for _ in 0..<2 { try ImagingStages.resample(color, to: half, .gray8) }
      }
      add("encode") { _ = try output.encoded(as: .jpeg(quality: 80)) }
    }
    return stages
  }
}
