// SPDX-License-Identifier: Apache-2.0

import CProgressivePage
import GalleryGeometry
import Glibc
@_spi(Benchmarks) import PageImaging

/// The stages of a thumbnail of a progressive JPEG, compared with libjpeg-turbo, which decodes all
/// scans.
enum ProgressiveStages {
  static func stages() throws -> [Stage] {
    let page = try page()
    let kind = "progressive"
    let walk = Stage(
      name: "finding the scans, \(kind)", peer: "libjpeg-turbo, \(kind), 132 px"
    ) {
      let count = try ImagingStages.countScans(page)
      precondition(count > 1)
    }
    return try [walk]
      + JPEGStages.stages(of: page, kind) { side, transforms in
        try ImagingStages.readScans(page, side: side, transforms: transforms)
      }
  }

  private static func page() throws(ImagingError) -> ByteSource {
    let scan = try SamplePage.bitmap(.rgbx8)
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = scan.withUnsafeBytes { pixels in
      cprogressive_page(
        pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(scan.size.width),
        UInt32(scan.size.height), Int32(SamplePage.quality), &bytes)
    }
    defer { free(bytes) }
    return ByteSource(Array(UnsafeBufferPointer(start: bytes, count: count)))
  }
}
