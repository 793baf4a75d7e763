// SPDX-License-Identifier: Apache-2.0

/// The appearance of a cell whose page could not be decoded.
///
/// The placeholder is a plain card with the outline of a page and a cross on it. The drawing scales
/// with the cell.
///
///     +-----------+
///     |   ____    |
///     |  |    |\  |
///     |  |    |_\ |
///     |  |  \/  | |
///     |  |  /\  | |
///     |  |______| |
///     +-----------+
public struct PlaceholderStyle: Hashable, Sendable {
  /// The color of the card.
  public var cardColor: RGBColor

  /// The color of the lines.
  public var markColor: RGBColor

  /// A light gray card with darker lines, unobtrusive beside scanned paper.
  public static var `default`: PlaceholderStyle {
    PlaceholderStyle(
      cardColor: RGBColor(red: 0xEC, green: 0xEB, blue: 0xE7),
      markColor: RGBColor(red: 0x8E, green: 0x8A, blue: 0x82))
  }

  /// Creates an appearance.
  ///
  /// - Parameters:
  ///   - cardColor: The color of the card.
  ///   - markColor: The color of the lines.
  public init(cardColor: RGBColor, markColor: RGBColor) {
    self.cardColor = cardColor
    self.markColor = markColor
  }
}
