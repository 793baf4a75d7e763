// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry

/// The facts about an image that are known before any pixel is decoded.
public struct ImageHeader: Hashable, Sendable {
  /// The facts that every format states.
  public let facts: ImageFacts
  /// The statements of the file that were ignored; empty for an ordinary file.
  public let notes: [Note]
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
}

extension ImageHeader {
  /// The format of the file.
  public var format: ImageFormat { facts.format }

  /// The size as stored, before the orientation is applied.
  public var storedSize: PixelSize { facts.storedSize }

  /// Bits per sample: 8 for a JPEG, 1 to 16 for a PNG.
  public var bitDepth: Int { facts.bitDepth }

  /// The meaning of the stored samples.
  public var colorModel: ColorModel { facts.colorModel }

  /// The orientation of the stored image.
  public var orientation: Orientation { facts.orientation }

  /// Pixels per unit of length, if the file states it for both axes and it is plausible.
  public var density: PixelDensity? { facts.density }

  /// Whether a coarse image comes first: a progressive JPEG or an interlaced PNG.
  public var isProgressive: Bool { facts.isProgressive }

  /// The size as shown, after the orientation is applied.
  public var displaySize: PixelSize { facts.displaySize }

  /// Width divided by height as shown, with pixels that are not square taken into account.
  public var aspectRatio: Double { facts.aspectRatio }

  /// Returns width divided by height as shown.
  ///
  /// - Parameter honorsPixelDensity: Whether densities that differ by more than 1 % count.
  /// - Returns: A positive, finite number.
  public func aspectRatio(honorsPixelDensity: Bool) -> Double {
    facts.aspectRatio(honorsPixelDensity: honorsPixelDensity)
  }
}

extension ImageHeader {
  /// An implausible statement of a file.
  public enum Note: Hashable, Sendable {
    /// The densities of the two axes differ by more than
    /// ``PixelDensity/largestPlausibleRatio``. The pixels are assumed to be square.
    case implausibleDensity(x: Double, y: Double)
  }
}

extension ImageHeader.Note: CustomStringConvertible {
  /// One plain-English sentence.
  public var description: String {
    switch self {
    case .implausibleDensity(let x, let y):
      "The density of \(Self.text(x)) x \(Self.text(y)) is implausible and was ignored."
    }
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? number.description
  }
}

extension ImageHeader {
  /// The facts about a JPEG; `nil` for other formats.
  var jpegDetails: JPEGDetails? {
    guard case .jpeg(let details) = details else { return nil }
    return details
  }

  /// Whether each pixel is stored as one bit, black or white.
  var isBilevel: Bool {
    guard case .png(let details) = details else { return false }
    return colorModel == .gray && details.bitDepth == 1
  }
}
