// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// Shows the gallery in other areas of the screen.
  ///
  /// It is legal at any time and changes nothing but sizes: the position, the active page, targets
  /// and remaining times stay. A drag goes on from where its finger is.
  ///
  /// - Parameters:
  ///   - viewport: The new areas. Sides of zero show nothing, and keep the state.
  ///   - time: The time of the change.
  /// - Throws: `GalleryError.layout` if a side is negative, infinite or not a number, or so large
  ///   that lengths computed from it are not finite.
  /// - Complexity: O(1).
  public mutating func setViewport(
    _ viewport: GalleryViewport, at time: Duration
  ) throws(GalleryError) {
    let preview = try configuration.previewLayout(in: viewport.preview)
    let strip = try configuration.stripLayout(in: viewport.strip)
    let now = enter(at: time)
    self.viewport = viewport
    previewLayout = preview
    stripLayout = strip
    guard case .drag(var drag) = driver else {
      announced.isStale = true
      return
    }
    drag.adopt(
      track(of: drag.surface), limits: limits(at: now), at: now, excessDuration: fadeDuration)
    driver = .drag(drag)
    finish(at: now)
  }

  /// Makes all animations that start from now on take no time, or their usual time again.
  ///
  /// What already moves goes on as it was.
  ///
  /// - Parameters:
  ///   - isReduced: Whether animations take no time.
  ///   - time: The time of the change.
  public mutating func setReducedMotion(_ isReduced: Bool, at time: Duration) {
    _ = enter(at: time)
    configuration.reducedMotion = isReduced
  }
}
