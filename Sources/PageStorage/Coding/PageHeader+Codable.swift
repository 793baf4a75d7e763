// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import PageImaging

/// A header is an object:
///
///     {"format": "jpeg", "width": 2480, "height": 3508, "bitDepth": 8, "colorModel": "yCbCr",
///      "orientation": 1, "density": {"x": 300, "y": 300, "unit": "inch"}, "isProgressive": false,
///      "aspectRatio": 0.7069555302166477}
///
/// `width` and `height` are as stored. `density` is missing if the file does not state one.
extension PageHeader: Codable {
  /// Reads a header.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error, also for a size that no image has.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    facts = ImageFacts(
      format: try values.decode(ImageFormat.self, forKey: "format"),
      storedSize: PixelSize(
        width: try values.decode(Int.self, forKey: "width"),
        height: try values.decode(Int.self, forKey: "height")),
      bitDepth: try values.decode(Int.self, forKey: "bitDepth"),
      colorModel: try values.decode(ColorModel.self, forKey: "colorModel"),
      orientation: try values.decode(Orientation.self, forKey: "orientation"),
      density: try values.decodeIfPresent(PixelDensity.self, forKey: "density"),
      isProgressive: try values.decode(Bool.self, forKey: "isProgressive"))
    aspectRatio = try values.decode(Double.self, forKey: "aspectRatio")
    guard facts.storedSize.isValid, aspectRatio > 0, aspectRatio.isFinite else {
      throw DecodingError.dataCorruptedError(
        forKey: "width", in: values, debugDescription: "no image has this size and shape")
    }
  }

  /// Writes a header.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: EncodedKey.self)
    try values.encode(facts.format, forKey: "format")
    try values.encode(facts.storedSize.width, forKey: "width")
    try values.encode(facts.storedSize.height, forKey: "height")
    try values.encode(facts.bitDepth, forKey: "bitDepth")
    try values.encode(facts.colorModel, forKey: "colorModel")
    try values.encode(facts.orientation, forKey: "orientation")
    try values.encodeIfPresent(facts.density, forKey: "density")
    try values.encode(facts.isProgressive, forKey: "isProgressive")
    try values.encode(aspectRatio, forKey: "aspectRatio")
  }
}
