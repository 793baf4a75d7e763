// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// An image of a frame and its placement.
struct FrameItem {
  var picture: PageImageRequest
  var placement: PicturePlacement
  let index: Int
  let zIndex: Int
}

// MARK: - Preview

extension FrameRenderer {
  /// Returns the items to draw for a page of the preview.
  ///
  /// A replaced image stays below the new one until the new one has faded in.
  func items(for cell: PreviewCell, _ frame: GalleryFrame, _ area: PixelRect) -> [FrameItem] {
    guard let item = item(for: cell, frame, area) else { return [] }
    guard cell.contentBlend < 1 else { return [item] }
    var (replaced, present) = (item, item)
    replaced.picture.contentVersion = cell.contentVersion - 1
    present.placement.alpha *= cell.contentBlend
    return [replaced, present]
  }

  /// Returns the item for the current image of a preview page, or `nil` if it covers no pixel.
  ///
  /// The window of a page at rest is rounded to whole pixels. From there it is translated by the
  /// page's offset and scaled around the page's center.
  private func item(for cell: PreviewCell, _ frame: GalleryFrame, _ area: PixelRect) -> FrameItem? {
    let rest = PixelRect(snapping: cell.contentRect, scale: scale)
    let viewport = frame.viewport.preview
    guard !rest.isEmpty else { return nil }
    func span(
      _ start: Int, _ length: Int, origin: Int, center: Double, middle: Double
    ) -> PixelSpan {
      let pivot = middle * scale
      return PixelSpan(
        start: Double(origin) + center * scale + (Double(start) - pivot) * cell.scale,
        length: Double(length) * cell.scale)
    }
    let window = PixelFrame(
      horizontal: span(
        rest.x, rest.size.width, origin: area.x, center: cell.center.x, middle: viewport.width / 2),
      vertical: span(
        rest.y, rest.size.height, origin: area.y, center: cell.center.y,
        middle: viewport.height / 2))
    return FrameItem(
      picture: PageImageRequest(
        page: cell.id, contentVersion: cell.contentVersion, size: rest.size),
      placement: PicturePlacement(
        picture: window.moved(by: cell.parallaxOffset * scale * cell.scale, along: axis),
        window: window, bounds: area, alpha: cell.alpha),
      index: cell.index, zIndex: cell.zIndex)
  }
}

// MARK: - Strip

extension FrameRenderer {
  /// Returns the item for a thumbnail, or `nil` if it covers no pixel.
  ///
  /// The image shows the whole page at the size at which its crop fills the thumbnail. This size
  /// stays constant while a thumbnail expands, except for very narrow pages: these use a few fixed
  /// sizes, and the image is scaled down.
  func item(for cell: StripCell, _ frame: GalleryFrame, _ area: PixelRect) -> FrameItem? {
    let window = window(of: cell, frame, area)
    let (width, height) = (window.horizontal.length, window.vertical.length)
    guard width > 0, height > 0, cell.crop.size.width > 0, cell.crop.size.height > 0 else {
      return nil
    }
    let page = Size(
      width: width / cell.crop.size.width, height: height / cell.crop.size.height)
    let crossShare = cell.crop.size.length(along: axis.perpendicular)
    let isSteady = crossShare >= 1 || cell.expansion <= 0 || cell.expansion >= 1
    let factor = isSteady ? 1 : Self.enlargement(of: page.length(along: axis))
    let size = PixelSize(
      width: pictureSide(page.width * factor, shown: width, area),
      height: pictureSide(page.height * factor, shown: height, area))
    return FrameItem(
      picture: PageImageRequest(page: cell.id, contentVersion: nil, size: size),
      placement: PicturePlacement(
        picture: window.centered(
          width: Double(size.width) / factor, height: Double(size.height) / factor),
        window: window, bounds: area, alpha: cell.alpha),
      index: cell.index, zIndex: cell.zIndex)
  }

  /// Returns the window of a thumbnail.
  ///
  /// A thumbnail as high as the strip (across the scroll axis) covers all of the strip's pixels.
  private func window(of cell: StripCell, _ frame: GalleryFrame, _ area: PixelRect) -> PixelFrame {
    let rect = cell.frame
    let strip = frame.viewport.strip
    func span(_ start: Double, _ length: Double, of full: Double, _ origin: Int, _ count: Int)
      -> PixelSpan
    {
      guard length != full || start != 0 else {
        return PixelSpan(start: Double(origin), length: Double(count))
      }
      return PixelSpan(start: Double(origin) + start * scale, length: length * scale)
    }
    return PixelFrame(
      horizontal: span(rect.minX, rect.size.width, of: strip.width, area.x, area.size.width),
      vertical: span(rect.minY, rect.size.height, of: strip.height, area.y, area.size.height))
  }

  /// Returns the length of an image side as a whole number of pixels.
  ///
  /// Pages of extreme shapes are never visible as a whole: the length is at most the visible
  /// length, or four times the longer side of the strip if that is greater.
  private func pictureSide(_ side: Double, shown: Double, _ area: PixelRect) -> Int {
    let longest = max(shown, 4 * Double(max(area.size.width, area.size.height)))
    // Rounding errors may put a product that should be whole just above a whole number.
    return max(1, Int((min(side, longest) - 1e-6).rounded(.up)))
  }

  /// Returns the factor to the next of a few fixed sizes, in `1..<2`.
  private static func enlargement(of side: Double) -> Double {
    var step = 1.0
    while step < side, step < 1e9 { step *= 2 }
    while step / 2 >= side, step > 1e-9 { step /= 2 }
    return step / side
  }
}
