// SPDX-License-Identifier: Apache-2.0

/// An opaque color in the sRGB space.
public struct RGBColor: Hashable, Sendable {
  /// The share of red, 0 to 255.
  public var red: UInt8

  /// The share of green, 0 to 255.
  public var green: UInt8

  /// The share of blue, 0 to 255.
  public var blue: UInt8

  /// Creates a color.
  ///
  /// - Parameters:
  ///   - red: The share of red, 0 to 255.
  ///   - green: The share of green, 0 to 255.
  ///   - blue: The share of blue, 0 to 255.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color without hue.
  ///
  /// - Parameter white: The share of each primary: 0 is black, 255 is white.
  public init(white: UInt8) {
    self.init(red: white, green: white, blue: white)
  }

  /// Returns the color between this one and another.
  ///
  /// - Parameters:
  ///   - other: The color at the far end.
  ///   - fraction: How far to go, in `0...1`.
  /// - Returns: A color whose shares are rounded to the nearest.
  func mixed(with other: RGBColor, fraction: Double) -> RGBColor {
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(Double(from) + (Double(to) - Double(from)) * fraction + 0.5)
    }
    return RGBColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
