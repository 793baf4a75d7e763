// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
@_spi(Benchmarks) import PageImaging

/// The stages of a thumbnail of a PNG, compared with libpng.
enum PNGStages {
  static func stages() throws(ImagingError) -> [Stage] {
    try stages(of: .gray8, "gray") + stages(of: .rgbx8, "RGB")
  }

  private static func stages(
    of format: PixelFormat, _ name: String
  ) throws(ImagingError) -> [Stage] {
    let bitmap = try SamplePage.bitmap(format)
    let page = ByteSource(try bitmap.encoded(as: .png))
    var stages: [Stage] = []
    for height in [132, 512] {
      let peer = "libpng, \(name), \(height) px"
      func add(_ stage: String, _ work: @escaping () throws -> Void) {
        stages.append(Stage(name: "\(stage), \(name), \(height) px", peer: peer, work: work))
      }
      let options = DecodingOptions(target: .height(height))
      let output = try ImageDecoder.decode(page, options: options).bitmap
      add("libpng") { try ImagingStages.decodeByLibpng(page, options: options) }
      add("decode") { _ = try ImageDecoder.decode(page, options: options) }
      for (stage, unfilters) in [("inflate", false), ("inflate and unfilter", true)] {
        add(stage) {
          let isTaken = try ImagingStages.readRows(page, unfilters: unfilters)
          precondition(isTaken)
        }
      }
      add("resample") {
        try ImagingStages.resample(bitmap.size, to: output.size, format, isPacked: true)
      }
      add("encode") { _ = try output.encoded(as: .jpeg(quality: 80)) }
    }
    return stages
  }
}
