// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// One picture of a frame and where it is drawn.
struct FrameItem {
  var picture: PagePicture
  var placement: PicturePlacement
  let index: Int
  let zIndex: Int
}

// MARK: - Preview

extension FrameRenderer {
  /// Returns what to draw for a page of the preview.
  ///
  /// A picture that was just replaced lies below the new one until that one has come.
  func items(for cell: PreviewCell, _ frame: GalleryFrame, _ area: PixelRect) -> [FrameItem] {
    guard let item = item(for: cell, frame, area) else { return [] }
    guard cell.contentBlend < 1 else { return [item] }
    var (replaced, present) = (item, item)
    replaced.picture.contentVersion = cell.contentVersion - 1
    present.placement.alpha *= cell.contentBlend
    return [replaced, present]
  }

  /// Returns what to draw for the present picture of a page of the preview, `nil` if it has no pixel.
  ///
  /// The window of a page at rest is rounded to whole pixels; from there it is moved by the distance
  /// of the page, and made smaller around the middle of the page.
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
      picture: PagePicture(
        page: cell.id, contentVersion: cell.contentVersion, size: rest.size),
      placement: PicturePlacement(
        picture: window.moved(by: cell.parallaxOffset * scale * cell.scale, along: axis),
        window: window, bounds: area, alpha: cell.alpha),
      index: cell.index, zIndex: cell.zIndex)
  }
}

// MARK: - Strip

extension FrameRenderer {
  /// Returns what to draw for a thumbnail, `nil` if it has no pixel.
  ///
  /// The picture is that of the whole page at the size at which its crop fills the thumbnail. While
  /// a thumbnail opens this stays the same for all but very narrow pages: for these a few sizes are
  /// used, and the picture is drawn smaller.
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
      picture: PagePicture(page: cell.id, contentVersion: nil, size: size),
      placement: PicturePlacement(
        picture: window.centered(
          width: Double(size.width) / factor, height: Double(size.height) / factor),
        window: window, bounds: area, alpha: cell.alpha),
      index: cell.index, zIndex: cell.zIndex)
  }

  /// A thumbnail that fills the strip across the scroll axis fills its pixels too.
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

  /// Returns the whole number of pixels for a side of a picture.
  ///
  /// Pages of extreme shapes are never seen as a whole: no side is longer than what is shown and a
  /// few times the strip's longer side.
  private func pictureSide(_ side: Double, shown: Double, _ area: PixelRect) -> Int {
    let longest = max(shown, 4 * Double(max(area.size.width, area.size.height)))
    // A product that should be whole may lie just above it.
    return max(1, Int((min(side, longest) - 1e-6).rounded(.up)))
  }

  /// Returns the factor to the next of a few sizes, in `1..<2`.
  private static func enlargement(of side: Double) -> Double {
    var step = 1.0
    while step < side, step < 1e9 { step *= 2 }
    while step / 2 >= side, step > 1e-9 { step /= 2 }
    return step / side
  }
}
