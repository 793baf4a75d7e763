// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// Returns the page at a location on a surface.
  ///
  /// Between two thumbnails it is the nearer one. Between two pages of the preview there is none.
  ///
  /// - Parameters:
  ///   - location: The location, relative to the top left corner of the surface, in points.
  ///   - surface: The surface. The strip by default.
  ///   - time: The time, not before the last call.
  /// - Returns: The page's identifier, `nil` if there is none.
  public func hitTest(
    location: Point, in surface: GallerySurface = .strip, at time: Duration
  ) -> PageID? {
    let now = Int64(galleryTime: time)
    if now >= upcoming {
      return state(at: now).hitIndex(location: location, surface, at: now).map { pages.ids[$0] }
    }
    return hitIndex(location: location, surface, at: max(now, clock)).map { pages.ids[$0] }
  }

  /// Jumps to the thumbnail at a location on the strip.
  ///
  /// - Parameters:
  ///   - location: The location, relative to the top left corner of the strip, in points.
  ///   - time: The time of the tap.
  /// - Returns: The page's identifier, `nil` if nothing was hit.
  @discardableResult
  public mutating func tap(location: Point, at time: Duration) -> PageID? {
    let now = enter(at: time)
    guard let index = hitIndex(location: location, .strip, at: now), let page = successor(of: index)
    else {
      return nil
    }
    jump(to: page, at: now)
    finish(at: now)
    return pages.ids[index]
  }

  private func hitIndex(location: Point, _ surface: GallerySurface, at now: Int64) -> Int? {
    switch surface {
    case .preview: previewArrangement(at: now).indexOfItem(location: location)
    case .strip: stripArrangement(at: now).indexOfItem(location: location)
    }
  }
}
