// SPDX-License-Identifier: Apache-2.0

extension Drawer {
  /// The configuration of a drawer.
  public struct Configuration: Hashable, Sendable {
    /// The height of content without items whose height was not measured, in points.
    public var defaultHeight = 200.0

    /// The height of a hidden drawer, in points: the edge that can be touched to pull it up.
    public var peekHeight = 44.0

    /// Whether a tap on the normal content shows the advanced content.
    ///
    /// Otherwise a tap hides the drawer.
    public var tapExpands = false

    /// The speed of all animations, above 0 and at most 10.
    public var speed = 1.0

    /// Whether all animations take no time.
    public var reducedMotion = false

    /// Creates a configuration with all values at their defaults.
    public init() {}

    func validate() throws(DrawerError) {
      guard defaultHeight.isUsableHeight else {
        throw .invalidHeight(.defaultContent, found: defaultHeight)
      }
      guard peekHeight.isUsableHeight else { throw .invalidHeight(.peek, found: peekHeight) }
      guard AnimationSpeed.isValid(speed: speed) else { throw .invalidSpeed(found: speed) }
    }

    var pace: AnimationSpeed { AnimationSpeed(speed: speed, isReduced: reducedMotion) }
  }
}

extension Double {
  fileprivate var isUsableHeight: Bool { (0...Size.greatestSide).contains(self) }
}

/// The height of a content of a drawer.
public enum DrawerContentHeight: Hashable, Sendable {
  /// Unknown, or there are no items: ``Drawer/Configuration/defaultHeight`` is used.
  case unknown
  /// The host measured it, in points.
  case measured(Double)
  /// The lower edge of the last item, in points from the top of the content.
  case lastItemEnd(Double)

  /// The height in points, `nil` if it is unknown.
  var points: Double? {
    switch self {
    case .unknown: nil
    case .measured(let height), .lastItemEnd(let height): height
    }
  }

  func validate() throws(DrawerError) {
    guard let points, !points.isUsableHeight else { return }
    throw .invalidHeight(.content, found: points)
  }
}

#if !hasFeature(Embedded)
  extension Drawer.Configuration: Codable {}
  extension DrawerContentHeight: Codable {}
#endif
