// SPDX-License-Identifier: Apache-2.0

/// An opaque color in the sRGB color space.
public struct RGBColor: Hashable, Sendable {
  /// The red component, 0 to 255.
  public var red: UInt8

  /// The green component, 0 to 255.
  public var green: UInt8

  /// The blue component, 0 to 255.
  public var blue: UInt8

  /// Creates a color.
  ///
  /// - Parameters:
  ///   - red: The red component, 0 to 255.
  ///   - green: The green component, 0 to 255.
  ///   - blue: The blue component, 0 to 255.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a gray color.
  ///
  /// - Parameter white: The value of each component: 0 is black, 255 is white.
  public init(white: UInt8) {
    self.init(red: white, green: white, blue: white)
  }

  /// Returns the color between this one and another.
  ///
  /// - Parameters:
  ///   - other: The color at fraction 1.
  ///   - fraction: The fraction of `other`, in `0...1`.
  /// - Returns: A color with components rounded to the nearest integer.
  func mixed(with other: RGBColor, fraction: Double) -> RGBColor {
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(Double(from) + (Double(to) - Double(from)) * fraction + 0.5)
    }
    return RGBColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
