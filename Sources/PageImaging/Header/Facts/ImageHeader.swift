// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry

/// The facts about an image that are known before any pixel is decoded.
public struct ImageHeader: Hashable, Sendable {
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
  /// The statements of the file that were ignored; empty for an ordinary file.
  public let notes: [Note]
  /// Whether a coarse image comes first: a progressive JPEG or an interlaced PNG.
  public let isProgressive: Bool
  /// The size of the whole file in bytes.
  public let byteCount: Int
  /// The facts that only the decoder of the format needs.
  package let details: Details

  /// The facts that only the decoder of one format needs.
  package enum Details: Hashable, Sendable {
    /// Facts about a JPEG.
    case jpeg(JPEGDetails)
    /// Facts about a PNG.
    case png(PNGDetails)
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

extension ImageHeader {
  /// Something that a file states and that cannot be meant.
  public enum Note: Hashable, Sendable {
    /// The densities of the two axes differ by more than
    /// ``PixelDensity/largestPlausibleRatio``. The pixels are taken as square.
    case implausibleDensity(x: Double, y: Double)
  }
}

extension ImageHeader.Note: CustomStringConvertible {
  /// One plain-English sentence.
  public var description: String {
    switch self {
    case .implausibleDensity(let x, let y):
      "The density of \(Self.text(x)) x \(Self.text(y)) is not plausible and was ignored."
    }
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? number.description
  }
}

extension ImageHeader {
  /// The facts of a JPEG, nil for other formats.
  var jpegDetails: JPEGDetails? {
    guard case .jpeg(let details) = details else { return nil }
    return details
  }

  /// Whether a pixel is stored as a bit that means black or white.
  var isBilevel: Bool {
    guard case .png(let details) = details else { return false }
    return colorModel == .gray && details.bitDepth == 1
  }
}
