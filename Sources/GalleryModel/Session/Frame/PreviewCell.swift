// SPDX-License-Identifier: Apache-2.0

/// One page of the preview in a frame.
///
/// Draw it so: the page rectangle has its middle at ``center``; inside of it lies the window
/// ``clipRect``; the picture fills a rectangle as large as the window, moved along the scroll axis
/// by ``parallaxOffset``, and what leaves the window is cut off. Scale and opacity apply to all of
/// it.
public struct PreviewCell: Hashable, Sendable {
  /// The page's name.
  public var id: PageID

  /// The page's place in the committed order, from zero.
  public var index: Int

  /// The distance from the focus, in pages; negative before it.
  public var pageDistance: Double

  /// The middle of the page rectangle, relative to the top left corner of the preview, in points.
  public var center: Point

  /// The size of the page rectangle before scaling, in points: that of the preview.
  public var size: Size

  /// The factor by which the page is drawn smaller, in `0...1`.
  public var scale: Double

  /// The opacity in `0...1`.
  public var alpha: Double

  /// The largest rectangle of the page's shape inside of the page rectangle, in its coordinates and
  /// in points.
  ///
  /// It is all of the page rectangle if the shape is unknown.
  public var contentRect: Rect

  /// The shift of the picture inside of its window along the scroll axis of the screen, in points.
  public var parallaxOffset: Double

  /// The progress from the replaced to the present picture, in `0...1`.
  ///
  /// It is 1 unless the picture was just replaced.
  public var contentBlend: Double

  /// The version of the picture: the number of times that it was replaced.
  public var contentVersion: Int

  /// The drawing order: 1 for the page nearest to the focus, else 0.
  public var zIndex: Int

  /// The window through which the picture is seen, in coordinates of the page rectangle.
  public var clipRect: Rect { contentRect }

  /// The scaled page rectangle, in points of the preview.
  public var frame: Rect {
    Rect(center: center, size: Size(width: size.width * scale, height: size.height * scale))
  }
}

#if !hasFeature(Embedded)
  extension PreviewCell: Codable {}
#endif
