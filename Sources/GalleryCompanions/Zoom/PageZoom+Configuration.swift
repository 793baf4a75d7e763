// SPDX-License-Identifier: Apache-2.0

extension PageZoom {
  /// The configuration of a zoom.
  public struct Configuration: Hashable, Sendable {
    /// The maximum scale, in ``scales``; 8 by default.
    ///
    /// A scan of 300 pixels per inch that fills a phone then appears at about four times its size
    /// on paper.
    public var maximumScale = 8.0

    /// The minimum scale of a double tap, in ``scales``; 2 by default.
    ///
    /// A page that is much longer than the viewport is scaled to fill it.
    public var doubleTapScale = 2.0

    /// The speed of all animations, above 0 and at most 10.
    public var speed = 1.0

    /// Whether all animations take no time.
    public var reducedMotion = false

    /// The valid scales of a configuration.
    public static var scales: ClosedRange<Double> { 1...1000 }

    /// Creates a configuration with all values at their defaults.
    public init() {}

    func validate() throws(ZoomError) {
      guard Self.scales.contains(maximumScale) else {
        throw .invalidMaximumScale(found: maximumScale)
      }
      guard Self.scales.contains(doubleTapScale) else {
        throw .invalidDoubleTapScale(found: doubleTapScale)
      }
      guard AnimationSpeed.isValid(speed: speed) else { throw .invalidSpeed(found: speed) }
    }

    var pace: AnimationSpeed { AnimationSpeed(speed: speed, isReduced: reducedMotion) }
  }
}

#if !hasFeature(Embedded)
  extension PageZoom.Configuration: Codable {}
#endif
