// SPDX-License-Identifier: Apache-2.0

/// The rotation and reflection that make a stored image upright, with the numbers of EXIF.
///
/// The names of the cases tell at which side of the screen the first stored row belongs, and at
/// which the first stored column. The picture shows the letter F as it is stored:
///
///     1        2        3        4        5           6           7           8
///     ######   ######       ##   ##       ##########  ##                  ##  ##########
///     ##           ##       ##   ##       ##  ##      ##  ##          ##  ##      ##  ##
///     ####       ####     ####   ####     ##          ##########  ##########          ##
///     ##           ##       ##   ##
///     ##           ##   ######   ######
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  /// Stored upright.
  case topLeft = 1
  /// Mirrored from left to right.
  case topRight = 2
  /// Turned by half a turn.
  case bottomRight = 3
  /// Mirrored from top to bottom.
  case bottomLeft = 4
  /// Mirrored along the diagonal from the top left.
  case leftTop = 5
  /// To be turned clockwise by a quarter.
  case rightTop = 6
  /// Mirrored along the diagonal from the top right.
  case rightBottom = 7
  /// To be turned counterclockwise by a quarter.
  case leftBottom = 8

  /// Stored upright; what a file without a word about it means.
  public static let upright = Orientation.topLeft

  /// Whether width and height change places.
  public var swapsSides: Bool { rawValue >= 5 }

  /// Whether the image is mirrored, not only turned.
  public var isMirrored: Bool {
    switch self {
    case .topRight, .bottomLeft, .leftTop, .rightBottom: true
    case .topLeft, .bottomRight, .rightTop, .leftBottom: false
    }
  }

  /// The orientation that undoes this one.
  ///
  /// Only the two quarter turns are not their own inverse.
  public var inverse: Orientation {
    switch self {
    case .rightTop: .leftBottom
    case .leftBottom: .rightTop
    default: self
    }
  }

  /// Returns the orientation for a number in a file; what is not in 1...8 means upright.
  package init(storedValue: Int) {
    self = Orientation(rawValue: storedValue) ?? .upright
  }
}
