// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The rectangles of a gallery and of its two surfaces in a bitmap.
struct GalleryAreas: Hashable {
  let gallery: PixelRect
  let preview: PixelRect
  let strip: PixelRect

  /// Places both surfaces side by side in the center of a canvas.
  init(viewport: GalleryViewport, renderer: FrameRenderer, canvasSize: Size) {
    let size = renderer.size(of: viewport)
    let origin = Point(
      x: (canvasSize.width - size.width) / 2, y: (canvasSize.height - size.height) / 2)
    let (preview, strip) = (viewport.preview, viewport.strip)
    let spacing = renderer.spacing(in: viewport)
    func area(_ surface: Size, x: Double, y: Double) -> PixelRect {
      let corner = Point(x: origin.x + x, y: origin.y + y)
      return PixelRect(snapping: Rect(origin: corner, size: surface), scale: renderer.scale)
    }
    gallery = area(size, x: 0, y: 0)
    if renderer.axis == .horizontal {
      self.preview = area(preview, x: (size.width - preview.width) / 2, y: 0)
      self.strip = area(
        strip, x: (size.width - strip.width) / 2, y: preview.height + spacing)
    } else {
      self.preview = area(preview, x: 0, y: (size.height - preview.height) / 2)
      self.strip = area(
        strip, x: preview.width + spacing, y: (size.height - strip.height) / 2)
    }
  }
}

extension FrameRenderer {
  /// Returns the size of a gallery: both surfaces and the spacing.
  ///
  /// - Parameter viewport: The sizes of the surfaces.
  /// - Returns: A size in points, with the spacing between the surfaces and after the strip.
  public func size(of viewport: GalleryViewport) -> Size {
    let (preview, strip) = (viewport.preview, viewport.strip)
    let spacing = 2 * spacing(in: viewport)
    return axis == .horizontal
      ? Size(
        width: max(preview.width, strip.width), height: preview.height + strip.height + spacing)
      : Size(
        width: preview.width + strip.width + spacing, height: max(preview.height, strip.height))
  }

  /// Returns the spacing between the surfaces; a surface without content needs none.
  fileprivate func spacing(in viewport: GalleryViewport) -> Double {
    viewport.strip.length(along: axis.perpendicular) > 0
      && viewport.preview.length(along: axis.perpendicular) > 0 ? surfaceSpacing : 0
  }
}
