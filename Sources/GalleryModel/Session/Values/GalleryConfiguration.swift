// SPDX-License-Identifier: Apache-2.0

/// The configuration of a gallery.
///
/// The initializer of a session validates them.
public struct GalleryConfiguration: Hashable, Sendable {
  /// The axis along which both surfaces scroll.
  public var axis = Axis.horizontal

  /// The side at which a horizontal gallery starts.
  public var direction = LayoutDirection.leftToRight

  /// The gap between two pages of the preview, in points.
  public var interPageSpacing = PreviewLayout.Configuration.standardInterPageSpacing

  /// The strength of the parallax in `0...1`.
  public var parallaxFactor = PreviewLayout.Configuration.standardParallaxFactor

  /// The ratio of a collapsed thumbnail, and of an expanded one of unknown size.
  public var defaultAspectRatio = ThumbnailStripLayout.Configuration.standardAspectRatio

  /// The gap between two collapsed thumbnails, in points.
  public var interItemSpacing = ThumbnailStripLayout.Configuration.standardInterItemSpacing

  /// The space that expansion adds around a thumbnail, in points, half on each side.
  ///
  /// It is a minimum: in a strip so high that the narrowest page would be shorter open than closed,
  /// the margin is increased to compensate. With the other defaults this applies to strips above
  /// 66.67 points.
  public var expandedMargin = ThumbnailStripLayout.Configuration.standardExpandedMargin

  /// The minimum ratio of an expanded thumbnail.
  public var minimumAspectRatio = ThumbnailStripLayout.Configuration.standardMinimumAspectRatio

  /// The maximum ratio of an expanded thumbnail.
  public var maximumAspectRatio = ThumbnailStripLayout.Configuration.standardMaximumAspectRatio

  /// The distance beyond the strip's viewport that counts as visible, in points.
  public var overscan = 0.0

  /// The distance beyond a midpoint at which the active page changes, in pages.
  ///
  /// At least zero and less than one half.
  public var hysteresis = 0.0

  /// The number of pages to prefetch beyond the visible thumbnails.
  public var prefetchAhead = 3

  /// The speed of all animations, above 0 and at most 10.
  ///
  /// 0.5 plays them at half speed. Drags are not affected.
  public var speed = 1.0

  /// Whether all animations take no time.
  public var reducedMotion = false

  /// The configuration of the queue of changes.
  public var updates = UpdateConfiguration()

  /// Creates a configuration with all values at their defaults.
  public init() {}
}

// MARK: - Checking

extension GalleryConfiguration {
  func validate() throws(GalleryError) {
    guard hysteresis >= 0, hysteresis < 0.5 else { throw .invalidHysteresis(found: hysteresis) }
    guard speed > 0, speed <= 10 else { throw .invalidSpeed(found: speed) }
    guard prefetchAhead >= 0, prefetchAhead <= 10_000 else {
      throw .invalidPrefetchAhead(found: prefetchAhead)
    }
  }

  func previewLayout(in size: Size) throws(GalleryError) -> PreviewLayout {
    do {
      return try PreviewLayout(
        configuration: PreviewLayout.Configuration(
          interPageSpacing: interPageSpacing, parallaxFactor: parallaxFactor, axis: axis,
          layoutDirection: direction),
        viewportSize: size)
    } catch {
      throw .layout(error)
    }
  }

  func stripLayout(in size: Size) throws(GalleryError) -> ThumbnailStripLayout {
    let height = size.length(along: axis.perpendicular)
    do {
      return try ThumbnailStripLayout(
        configuration: ThumbnailStripLayout.Configuration(
          thumbnailHeight: height,
          defaultAspectRatio: defaultAspectRatio, interItemSpacing: interItemSpacing,
          expandedMargin: expandedMargin(height: height), minimumAspectRatio: minimumAspectRatio,
          maximumAspectRatio: maximumAspectRatio, axis: axis, layoutDirection: direction,
          overscan: overscan),
        viewportSize: size)
    } catch {
      throw .layout(error)
    }
  }

  /// Returns the margin of an expanded thumbnail: the configured one, increased in a strip so high
  /// that the narrowest page would be shorter open than closed.
  private func expandedMargin(height: Double) -> Double {
    // The same products as in the layout, so that rounding causes no difference between the two.
    let narrowing = height * defaultAspectRatio - height * minimumAspectRatio
    // A negative margin is passed on, so that the layout rejects it.
    return expandedMargin >= 0 && narrowing > expandedMargin ? narrowing : expandedMargin
  }

  /// The sign of a translation: -1 if the screen is mirrored and a finger moves against the order
  /// of the pages, otherwise 1.
  var inputSign: Double { axis == .horizontal && direction == .rightToLeft ? -1 : 1 }

  /// The speed of motions that are not tweens.
  var pace: AnimationSpeed { AnimationSpeed(speed: speed, isReduced: reducedMotion) }

  /// Returns the time in nanoseconds that a tween of the given length takes.
  func duration(nanoseconds: Double) -> Int64 {
    guard !reducedMotion, nanoseconds > 0 else { return 0 }
    return Int64((nanoseconds / speed).rounded().clamped(to: 0...Double(Int64.longestAnimation)))
  }
}

#if !hasFeature(Embedded)
  extension GalleryConfiguration: Codable {}
#endif
