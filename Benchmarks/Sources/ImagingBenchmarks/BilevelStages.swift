// SPDX-License-Identifier: Apache-2.0

import CBilevelPage
import GalleryGeometry
import Glibc
@_spi(Benchmarks) import PageImaging

/// The stages of a thumbnail of a 1-bit PNG, compared with libpng.
enum BilevelStages {
  static func stages() throws -> [Stage] {
    let size = SamplePage.size
    let bits = SamplePage.bits()
    let page = file(bits)
    return try [DecodingTarget.height(132), .longSide(512)].flatMap {
      target in
      try stages(page, bits, size, DecodingOptions(target: target))
    }
  }

  private static func stages(
    _ page: ByteSource, _ bits: [UInt8], _ size: PixelSize, _ options: DecodingOptions
  ) throws(ImagingError) -> [Stage] {
    let output = try ImageDecoder.decode(page, options: options).bitmap
    let kind = "1 bit, \(output.size.height) px"
    func stage(_ name: String, _ work: @escaping () throws -> Void) -> Stage {
      Stage(name: "\(name), \(kind)", peer: "libpng, \(kind)", work: work)
    }
    return [
      stage("libpng") { try ImagingStages.decodeByLibpng(page, options: options) },
      stage("thumbnail") {
        _ = try ImageDecoder.decode(page, options: options).bitmap
          .encoded(as: .jpeg(quality: 80))
      },
      stage("decode") { _ = try ImageDecoder.decode(page, options: options) },
      stage("inflate") {
        let isTaken = try ImagingStages.readRows(page, unfilters: false)
        precondition(isTaken)
      },
      stage("inflate and unfilter") {
        let isTaken = try ImagingStages.readRows(page, unfilters: true)
        precondition(isTaken)
      },
      stage("bit sums") { try ImagingStages.count(bits: bits, of: size, to: output.size) },
      stage("bit sums and resample") {
        try ImagingStages.resample(bits: bits, of: size, to: output.size)
      },
      stage("encode") { _ = try output.encoded(as: .jpeg(quality: 80)) },
    ]
  }

  private static func file(_ bits: [UInt8]) -> ByteSource {
    var bytes: UnsafeMutablePointer<UInt8>?
    let size = SamplePage.size
    let count = cbilevel_page(bits, UInt32(size.width), UInt32(size.height), &bytes)
    defer { free(bytes) }
    return ByteSource(Array(UnsafeBufferPointer(start: bytes, count: count)))
  }
}
