// SPDX-License-Identifier: Apache-2.0

/// The rotation and reflection that make a stored image upright, with the numbers of EXIF.
///
/// Each case is named after the side of the display to which the first stored row belongs, then the
/// side to which the first stored column belongs. The picture shows the letter F as it is stored:
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
  /// Rotated by 180 degrees.
  case bottomRight = 3
  /// Mirrored from top to bottom.
  case bottomLeft = 4
  /// Mirrored along the diagonal from the top left.
  case leftTop = 5
  /// To be rotated clockwise by 90 degrees.
  case rightTop = 6
  /// Mirrored along the diagonal from the top right.
  case rightBottom = 7
  /// To be rotated counterclockwise by 90 degrees.
  case leftBottom = 8

  /// Stored upright: the orientation of a file that states none.
  public static let upright = Orientation.topLeft

  /// Whether width and height are swapped.
  public var swapsSides: Bool { rawValue >= 5 }

  /// Whether the image is mirrored, not only rotated.
  public var isMirrored: Bool {
    switch self {
    case .topRight, .bottomLeft, .leftTop, .rightBottom: true
    case .topLeft, .bottomRight, .rightTop, .leftBottom: false
    }
  }

  /// The orientation that undoes this one.
  ///
  /// Only the two rotations by 90 degrees are not their own inverse.
  public var inverse: Orientation {
    switch self {
    case .rightTop: .leftBottom
    case .leftBottom: .rightTop
    default: self
    }
  }

  /// Creates the orientation for a number in a file; numbers outside 1...8 mean upright.
  package init(storedValue: Int) {
    self = Orientation(rawValue: storedValue) ?? .upright
  }
}
