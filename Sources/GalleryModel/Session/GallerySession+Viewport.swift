// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// Shows the gallery in other areas of the screen.
  ///
  /// It is allowed at any time and changes sizes only: the position, the active page, targets and
  /// remaining times are kept. A drag continues from its current translation.
  ///
  /// - Parameters:
  ///   - viewport: The new areas. With sides of zero nothing is visible, and the state is kept.
  ///   - time: The time of the change.
  /// - Throws: `GalleryError.layout` if a side is negative, infinite or NaN, or so large that
  ///   lengths computed from it are not finite.
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
    guard case .drag(let drag) = driver else { return announcements.invalidate() }
    let (track, limits, duration) = (track(of: drag.surface), limits(at: now), fadeDuration)
    _ = scroll.changeDrag {
      $0.adopt(track, limits: limits, at: now, excessDuration: duration)
    }
    finish(at: now)
  }

  /// Sets whether animations that start from now on take no time.
  ///
  /// Running animations do not change.
  ///
  /// - Parameters:
  ///   - isReduced: Whether animations take no time.
  ///   - time: The time of the change.
  public mutating func setReducedMotion(_ isReduced: Bool, at time: Duration) {
    _ = enter(at: time)
    configuration.reducedMotion = isReduced
  }
}
