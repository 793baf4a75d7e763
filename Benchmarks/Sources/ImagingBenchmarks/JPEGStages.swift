// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
@_spi(Benchmarks) import PageImaging

/// The stages of a thumbnail of a JPEG, compared with libjpeg-turbo.
///
/// The strict policy uses libjpeg-turbo only, so the same call measures both decoders.
enum JPEGStages {
  static func stages() throws -> [Stage] {
    let scan = try SamplePage.bitmap(.rgbx8)
    let baseline = ByteSource(try scan.encoded(as: .jpeg(quality: SamplePage.quality)))
    return try stages(of: baseline, "baseline") { side, transforms in
      try ImagingStages.readCoefficients(baseline, side: side, transforms: transforms)
    }
  }

  /// Returns the stages of both sizes; `read` decodes coefficients, and returns whether it supports
  /// the file.
  static func stages(
    of page: ByteSource, _ kind: String, read: @escaping (Int, Bool) throws -> Bool
  ) throws -> [Stage] {
    try [(132, 1), (512, 2)].flatMap { height, side in
      let options = DecodingOptions(target: .height(height))
      let output = try ImageDecoder.decode(page, options: options).bitmap
      let peer = "libjpeg-turbo, \(kind), \(height) px"
      func stage(_ name: String, _ work: @escaping () throws -> Void) -> Stage {
        Stage(name: "\(name), \(kind), \(height) px", peer: peer, work: work)
      }
      func reading(_ name: String, transforms: Bool) -> Stage {
        stage(name) {
          let isTaken = try read(side, transforms)
          precondition(isTaken)
        }
      }
      return [
        stage("libjpeg-turbo") {
          var strict = options
          strict.damagePolicy = .strict
          _ = try ImageDecoder.decode(page, options: strict)
        },
        stage("decode to RGB") { _ = try ImageDecoder.decode(page, options: options) },
        reading("entropy", transforms: false),
        reading("entropy and transform", transforms: true),
        stage("resample RGBX") {
          let raster = PixelSize(width: 310 * side, height: 439 * side)
          try ImagingStages.resample(raster, to: output.size, .rgbx8)
        },
        stage("resample planes") { try resamplePlanes(side: side, to: output.size) },
        stage("encode") { _ = try output.encoded(as: .jpeg(quality: 80)) },
      ]
    }
  }

  private static func resamplePlanes(side: Int, to size: PixelSize) throws {
    let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    let raster = PixelSize(width: 310 * side, height: 439 * side)
    let color = PixelSize(width: 155 * side, height: 220 * side)
    try ImagingStages.resample(raster, to: size, .gray8)
    for _ in 0..<2 { try ImagingStages.resample(color, to: half, .gray8) }
  }
}
