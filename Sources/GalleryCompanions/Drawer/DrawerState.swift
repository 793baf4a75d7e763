// SPDX-License-Identifier: Apache-2.0

/// What the host wants a drawer to be for.
public enum DrawerMode: String, Hashable, Sendable, CaseIterable {
  /// Nothing: there is no drawer.
  case empty
  /// Reading the details of a page.
  case normal
  /// Editing the details of a page.
  case edit
  /// Entering the details of a new page.
  case new

  /// The state in which a drawer of the mode starts.
  var initialState: DrawerState {
    switch self {
    case .empty: .empty
    case .normal: .shown(.normal)
    case .edit, .new: .shown(.editNormal)
    }
  }

  /// The shorter and the longer content of the mode, `nil` without content.
  var contents: (short: DrawerContent, long: DrawerContent)? {
    switch self {
    case .empty: nil
    case .normal: (.normal, .advanced)
    case .edit, .new: (.editNormal, .editAdvanced)
    }
  }
}

/// What a drawer shows.
public enum DrawerContent: String, Hashable, Sendable, CaseIterable {
  /// The most important details.
  case normal
  /// All details.
  case advanced
  /// The most important fields.
  case editNormal
  /// All fields.
  case editAdvanced

  /// The content that a tap on a hidden drawer shows.
  var short: DrawerContent {
    switch self {
    case .normal, .advanced: .normal
    case .editNormal, .editAdvanced: .editNormal
    }
  }
}

/// A state in which a drawer rests.
public enum DrawerState: Hashable, Sendable {
  /// There is no drawer.
  case empty
  /// Only the edge is seen, with this content behind it.
  case hidden(DrawerContent)
  /// The content is seen.
  case shown(DrawerContent)

  /// The content, `nil` without a drawer.
  public var content: DrawerContent? {
    switch self {
    case .empty: nil
    case .hidden(let content), .shown(let content): content
    }
  }
}

/// What a drawer does.
///
/// The state inside is always one of rest, never nested.
public enum DrawerStage: Hashable, Sendable {
  /// It is in the state, or on its way there.
  case fixed(DrawerState)
  /// A finger moves it; it was in the state.
  case motion(DrawerState)
  /// It is locked, and will be in the state when it is unlocked.
  case disabled(DrawerState)
}

/// A height at which a drawer rests.
public struct DrawerDetent: Hashable, Sendable {
  /// The state at that height.
  public var state: DrawerState

  /// The height in points, in `0...` the height of the viewport.
  public var height: Double
}

/// Why a drawer is locked: a number of the host's choice.
public struct DrawerLockReason: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number.
  public var rawValue: Int

  /// Creates a reason.
  ///
  /// - Parameter rawValue: A number of the host's choice.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Creates a reason from a literal.
  ///
  /// - Parameter value: A number of the host's choice.
  public init(integerLiteral value: Int) {
    self.init(rawValue: value)
  }
}

#if !hasFeature(Embedded)
  extension DrawerMode: Codable {}
  extension DrawerContent: Codable {}
  extension DrawerStage: Codable {}
  extension DrawerDetent: Codable {}
  extension DrawerLockReason: Codable {}
#endif
