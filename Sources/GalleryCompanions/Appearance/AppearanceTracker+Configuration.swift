// SPDX-License-Identifier: Apache-2.0

extension AppearanceTracker {
  /// Which pages appear with an effect.
  public enum Policy: String, Hashable, Sendable, CaseIterable {
    /// Every page that is seen for the first time.
    case always
    /// Only pages behind all that were seen before: none on the way back.
    case forwardOnly
  }

  /// The numbers and choices that a tracker is made with.
  public struct Configuration: Hashable, Sendable {
    /// How pages appear.
    public var effect = AppearanceEffect.standard

    /// Which pages appear with the effect.
    public var policy = Policy.always

    /// The time between two pages that are seen for the first time in the same sample.
    public var stagger = Duration.zero

    /// The speed of all animations, above 0 and at most 10.
    public var speed = 1.0

    /// Whether pages are there at once.
    public var reducedMotion = false

    /// Creates a configuration with all values at their defaults.
    public init() {}

    func validate() throws(AppearanceError) {
      guard stagger >= .zero else { throw .invalidDuration(found: stagger) }
      guard Pace.isValid(speed: speed) else { throw .invalidSpeed(found: speed) }
    }

    var pace: Pace { Pace(speed: speed, isReduced: reducedMotion) }
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

  /// The place of the page in its section.
  public var row: Int

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - section: The section of the page, 0 in a list without sections.
  ///   - row: The place of the page in its section.
  public init(page: PageID, section: Int = 0, row: Int) {
    self.page = page
    self.section = section
    self.row = row
  }
}

/// Something that happened in an ``AppearanceTracker``, at an exact time.
public enum AppearanceEvent: Hashable, Sendable {
  /// A page has appeared and looks as its layout says.
  case appeared(PageID, at: Duration)

  /// A call carried the time `found`, earlier than the call before it; it was taken to happen at
  /// `at`.
  case clockWentBackwards(found: Duration, at: Duration)
}
