// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import StripRendering
import Testing

/// The examples of the module's documentation, verbatim.
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

  private func picture(of session: GallerySession, scans: [PageID: ByteSource]) throws -> Bitmap {
    let renderer = FrameRenderer(scale: 2)
    let frame = session.frame(at: session.time)
    return try renderer.bitmap(of: frame, canvasSize: renderer.size(of: frame.viewport)) { wanted in
      let options = DecodingOptions(target: .fill(wanted.size), allowsUpscaling: true)
      return scans[wanted.page].flatMap { try? ImageDecoder.decode($0, options: options).bitmap }
    }
  }

  @Test func exampleDrawsAFrame() throws {
    let page = try Bitmap(size: PixelSize(width: 30, height: 40), format: .gray8, fill: 9)
    let session = try GallerySession(
      pages: [Page(id: 7, size: PageShape(aspectRatio: 0.75))],
      viewport: GalleryViewport(
        preview: Size(width: 75, height: 100), strip: Size(width: 75, height: 30)))

    let picture = try picture(of: session, scans: [7: ByteSource(try page.encoded(as: .png))])

    let height = FrameRenderer(scale: 2).size(of: session.viewport).height
    #expect(picture.size == PixelSize(width: 150, height: Int(2 * height)))
    #expect(picture.color(x: 75, y: 100) == RGBColor(white: 9))
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
