// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry

/// The facts about an image that its header states, without those specific to one format.
public struct ImageFacts: Hashable, Sendable {
  /// The format of the file.
  public let format: ImageFormat
  /// The size as stored, before the orientation is applied.
  public let storedSize: PixelSize
  /// Bits per sample: 8 for a JPEG, 1 to 16 for a PNG.
  public let bitDepth: Int
  /// The meaning of the stored samples.
  public let colorModel: ColorModel
  /// The orientation of the stored image.
  public let orientation: Orientation
  /// Pixels per unit of length, if the file states it for both axes and it is plausible.
  public let density: PixelDensity?
  /// Whether a coarse image comes first: a progressive JPEG or an interlaced PNG.
  public let isProgressive: Bool

  /// Creates facts that were read before.
  package init(
    format: ImageFormat, storedSize: PixelSize, bitDepth: Int, colorModel: ColorModel,
    orientation: Orientation, density: PixelDensity?, isProgressive: Bool
  ) {
    self.format = format
    self.storedSize = storedSize
    self.bitDepth = bitDepth
    self.colorModel = colorModel
    self.orientation = orientation
    self.density = density
    self.isProgressive = isProgressive
  }

  /// The size as shown, after the orientation is applied.
  public var displaySize: PixelSize {
    guard orientation.swapsSides else { return storedSize }
    return PixelSize(width: storedSize.height, height: storedSize.width)
  }

  /// Width divided by height as shown, with pixels that are not square taken into account.
  public var aspectRatio: Double { aspectRatio(honorsPixelDensity: true) }

  /// Returns width divided by height as shown.
  ///
  /// Example: a fax page of 1728 x 1143 pixels at 204 x 98 dots per inch is an upright page
  /// (0.726), although it has more columns than rows.
  ///
  /// - Parameter honorsPixelDensity: Whether densities that differ by more than 1 % count.
  /// - Returns: A positive, finite number.
  public func aspectRatio(honorsPixelDensity: Bool) -> Double {
    var width = Double(storedSize.width)
    var height = Double(storedSize.height)
    if honorsPixelDensity, let density, !density.isSquare {
      width /= density.x
      height /= density.y
    }
    return orientation.swapsSides ? height / width : width / height
  }
}
