// SPDX-License-Identifier: Apache-2.0

extension AppearanceTracker {
  /// The choice of the pages that appear with an effect.
  public enum Policy: String, Hashable, Sendable, CaseIterable {
    /// Every page that becomes visible for the first time.
    case always
    /// Only pages behind all those that have been visible: none while scrolling back.
    case forwardOnly
  }

  /// The configuration of a tracker.
  public struct Configuration: Hashable, Sendable {
    /// The effect with which pages appear.
    public var effect = AppearanceEffect.standard

    /// The choice of the pages that appear with the effect.
    public var policy = Policy.always

    /// The time between two pages that become visible for the first time in the same sample.
    public var stagger = Duration.zero

    /// The speed of all animations, above 0 and at most 10.
    public var speed = 1.0

    /// Whether pages appear at once.
    public var reducedMotion = false

    /// Creates a configuration with all values at their defaults.
    public init() {}

    func validate() throws(AppearanceError) {
      guard stagger >= .zero else { throw .invalidDuration(found: stagger) }
      guard AnimationSpeed.isValid(speed: speed) else { throw .invalidSpeed(found: speed) }
    }

    var pace: AnimationSpeed { AnimationSpeed(speed: speed, isReduced: reducedMotion) }
  }
}

#if !hasFeature(Embedded)
  extension AppearanceTracker.Policy: Codable {}
#endif

/// A page in a frame, for an ``AppearanceTracker``.
public struct AppearanceItem: Hashable, Sendable {
  /// The page.
  public var page: PageID

  /// The section of the page, 0 in a list without sections.
  public var section: Int

  /// The index of the page in its section.
  public var row: Int

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - section: The section of the page, 0 in a list without sections.
  ///   - row: The index of the page in its section.
  public init(page: PageID, section: Int = 0, row: Int) {
    self.page = page
    self.section = section
    self.row = row
  }
}

/// An event of an ``AppearanceTracker``, with its exact time.
public enum AppearanceEvent: Hashable, Sendable {
  /// A page has finished its effect and looks as in its layout.
  case appeared(PageID, at: Duration)

  /// A call had the time `found`, before that of the previous call; `at` was used instead.
  case clockWentBackwards(found: Duration, at: Duration)
}
