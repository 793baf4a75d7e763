// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

// Formats, color models and limits are encoded as their names, orientations as their EXIF numbers.

extension ImageFormat: Codable {}
extension ColorModel: Codable {}
extension Orientation: Codable {}
extension DecodingLimits.Limit: Codable {}

extension ImageFormat {
  /// The media type of the format for HTTP.
  public var mediaType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    }
  }
}

/// A density is encoded as an object: `{"x": 300, "y": 300, "unit": "inch"}`, with the units
/// `aspect`, `inch`, `centimeter` and `meter`.
extension PixelDensity: Codable {
  private static let units: [(unit: Unit, word: String)] = [
    (.aspect, "aspect"), (.inch, "inch"), (.centimeter, "centimeter"), (.meter, "meter"),
  ]

  /// Decodes a density.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's errors, also for an unknown unit, or if a number is not positive and
  ///   finite.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    let word = try values.decode(String.self, forKey: "unit")
    guard let unit = Self.units.first(where: { $0.word == word })?.unit else {
      throw values.unknownWord("unit")
    }
    let (x, y) = (
      try values.decode(Double.self, forKey: "x"), try values.decode(Double.self, forKey: "y")
    )
    guard let density = PixelDensity(x: x, y: y, unit: unit) else {
      throw DecodingError.dataCorruptedError(
        forKey: "x", in: values, debugDescription: "\(x) and \(y) are no density")
    }
    self = density
  }

  /// Encodes a density.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's errors.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: EncodedKey.self)
    try values.encode(x, forKey: "x")
    try values.encode(y, forKey: "y")
    try values.encode(Self.units.first { $0.unit == unit }?.word, forKey: "unit")
  }
}
