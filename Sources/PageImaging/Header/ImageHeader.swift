// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry

/// What is known about an image before any pixel is decoded.
public struct ImageHeader: Hashable, Sendable {
  /// The format of the file.
  public let format: ImageFormat
  /// The size as stored, before the orientation is applied.
  public let storedSize: PixelSize
  /// Bits per sample: 8 for a JPEG, 1 to 16 for a PNG.
  public let bitDepth: Int
  /// What the stored samples mean.
  public let colorModel: ColorModel
  /// How the image must be turned to be upright.
  public let orientation: Orientation
  /// Pixels per unit of length, if the file states it for both axes and it is plausible.
  public let density: PixelDensity?
  /// What the file states and was left out of account; empty for an ordinary file.
  public let notes: [Note]
  /// Whether a coarse image comes first: a progressive JPEG or an interlaced PNG.
  public let isProgressive: Bool
  /// The size of the whole file in bytes.
  public let byteCount: Int
  /// What only the decoder of the format needs.
  package let details: Details

  /// What only the decoder of one format needs.
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
  /// Reads the header of an image without decoding it.
  ///
  /// An ordinary file costs one read of 4 KiB, and a PNG that tells no orientation in front of its pixels
  /// up to four of 1 KiB more. The bytes fetched never exceed `limits.headerBytes`, whatever the file holds;
  /// ``DecodingLimits/headerBytes`` tells how many more those at the end of a PNG may be.
  ///
  /// - Parameters:
  ///   - source: The bytes of the image.
  ///   - limits: The largest image to accept.
  /// - Throws: Any `ImagingError` but those of decoding pixels. A file that is cut short inside
  ///   its pixels still has a header.
  public init(
    reading source: ByteSource, limits: DecodingLimits = .default
  ) throws(ImagingError) {
    var reader = HeaderReader(source, budget: limits.headerBytes)
    try self.init(from: &reader, limits: limits)
  }

  /// Reads a header through a reader of the caller, who can then see what it cost.
  package init(
    from reader: inout HeaderReader, limits: DecodingLimits
  ) throws(ImagingError) {
    guard reader.byteCount > 0 else { throw .emptyInput }
    switch try ImageFormat.detect(reader.firstBytes()) {
    case .jpeg: self = try JPEGHeaderParser.header(from: &reader)
    case .png: self = try PNGHeaderParser.header(from: &reader, limits: limits)
    }
    try checkPixelCount(allowed: limits.pixelCount)
  }

  private func checkPixelCount(allowed: Int) throws(ImagingError) {
    let (count, overflows) = storedSize.width.multipliedReportingOverflow(by: storedSize.height)
    guard !overflows, count <= allowed else {
      throw .limitExceeded(
        limit: .pixelCount, found: overflows ? .max : count, allowed: allowed)
    }
  }
}
