// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import StripRendering

/// A small gallery whose pages are distinguishable by their pixels.
struct FrameScene {
  static let background = RGBColor(white: 200)

  var renderer: FrameRenderer
  var session: GallerySession

  /// Creates a gallery of pages with these aspect ratios.
  init(
    _ ratios: [Double], preview: Size, strip: Size = .zero, scale: Double = 1,
    configuration: GalleryConfiguration = GalleryConfiguration()
  ) throws {
    renderer = FrameRenderer(
      scale: scale, axis: configuration.axis, surfaceSpacing: 0,
      backgroundColor: Self.background)
    session = try GallerySession(
      pages: try ratios.enumerated().map {
        Page(id: PageID(rawValue: UInt64($0)), size: try PageShape(aspectRatio: $1))
      },
      viewport: GalleryViewport(preview: preview, strip: strip), configuration: configuration)
  }

  /// The frame of the gallery at rest, for tests to modify.
  var frame: GalleryFrame { session.frame(at: .zero) }

  /// Draws a frame on a canvas of exactly the gallery's size.
  func bitmap(
    of frame: GalleryFrame, picture: (PageImageRequest) -> Bitmap? = Self.picture
  ) throws -> Bitmap {
    try renderer.bitmap(
      of: frame, canvasSize: renderer.size(of: frame.viewport), picture: picture)
  }

  /// Returns an image whose pixels all differ from their neighbors.
  static func picture(_ wanted: PageImageRequest) -> Bitmap? {
    try? Bitmap.make(wanted.size, .gray8) { Self.sample($0, wanted) }
  }

  static func sample(_ index: Int, _ wanted: PageImageRequest) -> UInt8 {
    let version = wanted.contentVersion.map { $0 * 57 } ?? 101
    return UInt8(truncatingIfNeeded: index * 37 + Int(wanted.page.rawValue) * 83 + version)
  }

  /// Returns a provider of images in a single shade of gray.
  static func plain(_ white: UInt8) -> (PageImageRequest) -> Bitmap? {
    { try? Bitmap(size: $0.size, format: .gray8, fill: white) }
  }
}

extension Bitmap {
  /// Returns the red component of a pixel, which in gray images equals the others.
  func red(_ x: Int, _ y: Int) -> UInt8 { color(x: x, y: y).red }

  /// Returns the red components of all pixels of a row.
  func reds(row y: Int) -> [UInt8] { (0..<size.width).map { red($0, y) } }
}
