// SPDX-License-Identifier: Apache-2.0

/// One page of the preview in a frame.
///
/// To draw it: the page rectangle has its center at ``center`` and contains the window
/// ``clipRect``. The image fills a rectangle as large as the window, shifted along the scroll axis
/// by ``parallaxOffset`` and clipped to the window. Scale and opacity apply to the whole cell.
public struct PreviewCell: Hashable, Sendable {
  /// The page's identifier.
  public var id: PageID

  /// The page's index in the committed order, from zero.
  public var index: Int

  /// The distance from the focus, in pages; negative before it.
  public var pageDistance: Double

  /// The center of the page rectangle, relative to the top left corner of the preview, in points.
  public var center: Point

  /// The size of the page rectangle before scaling, in points: that of the preview.
  public var size: Size

  /// The factor by which the page is scaled, in `0...1`.
  public var scale: Double

  /// The opacity in `0...1`.
  public var alpha: Double

  /// The largest rectangle of the page's shape inside the page rectangle, in its coordinates and in
  /// points.
  ///
  /// It is the whole page rectangle if the shape is unknown.
  public var contentRect: Rect

  /// The shift of the image inside its window along the scroll axis of the screen, in points.
  public var parallaxOffset: Double

  /// The progress of the cross-fade from the replaced to the current image, in `0...1`.
  ///
  /// It is 1 unless the image was just replaced.
  public var contentBlend: Double

  /// The content version: the number of times that the image was replaced.
  public var contentVersion: Int

  /// The drawing order: 1 for the page nearest to the focus, otherwise 0.
  public var zIndex: Int

  /// The window in which the image is visible, in coordinates of the page rectangle.
  public var clipRect: Rect { contentRect }

  /// The scaled page rectangle, in points of the preview.
  public var frame: Rect {
    Rect(center: center, size: Size(width: size.width * scale, height: size.height * scale))
  }
}

#if !hasFeature(Embedded)
  extension PreviewCell: Codable {}
#endif
