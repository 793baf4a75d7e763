// SPDX-License-Identifier: Apache-2.0

/// The purpose for which the host uses a drawer.
public enum DrawerMode: String, Hashable, Sendable, CaseIterable {
  /// No drawer.
  case empty
  /// Showing the details of a page.
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

/// The content of a drawer.
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
  /// No drawer.
  case empty
  /// Only the edge is visible, with this content behind it.
  case hidden(DrawerContent)
  /// The content is visible.
  case shown(DrawerContent)

  /// The content, `nil` without a drawer.
  public var content: DrawerContent? {
    switch self {
    case .empty: nil
    case .hidden(let content), .shown(let content): content
    }
  }
}

/// The state of a drawer together with its gesture or lock.
///
/// The associated value is always a state of rest.
public enum DrawerStage: Hashable, Sendable {
  /// The drawer is in the state, or moving to it.
  case fixed(DrawerState)
  /// A drag moves the drawer, which was in the state.
  case motion(DrawerState)
  /// The drawer is locked, and will be in the state after unlocking.
  case disabled(DrawerState)
}

/// A height at which a drawer rests.
public struct DrawerDetent: Hashable, Sendable {
  /// The state at that height.
  public var state: DrawerState

  /// The height in points, in `0...` the height of the viewport.
  public var height: Double
}

/// The reason of a lock: a number that the host chooses.
public struct DrawerLockReason: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number.
  public var rawValue: Int

  /// Creates a reason.
  ///
  /// - Parameter rawValue: A number that the host chooses.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Creates a reason from a literal.
  ///
  /// - Parameter value: A number that the host chooses.
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
