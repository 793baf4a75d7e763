// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import StripRendering
import Testing

/// The example of the module's documentation, kept in step by hand.
struct DocumentationExampleTests {
  private func picture(of pages: [ByteSource]) throws -> [UInt8] {
    let layout = try ThumbnailStripLayout(viewportSize: Size(width: 640, height: 66))
    let strip = layout.arrangement(
      of: ThumbnailStripLayout.State(restingAt: 0),
      itemCount: pages.count,
      aspectRatio: { try? ImageHeader(reading: pages[$0]).aspectRatio }
    )
    let renderer = StripRenderer(scale: 2)
    let cells = try strip.layoutAttributesForElements().map { attributes in
      let size = try renderer.pixelRect(of: attributes).size
      let options = DecodingOptions(target: .fill(size), allowsUpscaling: true)
      let page = try? ImageDecoder.decode(pages[attributes.index], options: options)
      return StripItem(attributes: attributes, picture: page?.bitmap)
    }
    return try renderer.bitmap(of: cells, viewportSize: layout.viewportSize).encoded(as: .png)
  }

  @Test func exampleDrawsAStrip() throws {
    let page = try Bitmap(size: PixelSize(width: 30, height: 40), format: .gray8, fill: 9)
    let pages = [ByteSource(try page.encoded(as: .png)), ByteSource([])]

    let picture = try ImageDecoder.decode(
      ByteSource(try picture(of: pages)), options: DecodingOptions()
    ).bitmap

    #expect(picture.size == PixelSize(width: 1280, height: 132))
    #expect(picture.color(x: 640, y: 66) == RGBColor(white: 9))
    #expect(picture.color(x: 740, y: 1) == PlaceholderStyle.default.cardColor)
  }
}
