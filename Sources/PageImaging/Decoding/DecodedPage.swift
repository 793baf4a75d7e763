// SPDX-License-Identifier: Apache-2.0

package import GalleryGeometry

/// A page that was decoded to be encoded again, in the form that costs least.
///
/// An ordinary JPEG that becomes a JPEG keeps its luminance and chroma planes; every other page is
/// a bitmap.
package struct DecodedPage: Sendable {
  /// The facts in the header of the file.
  package let header: ImageHeader
  /// The number of warnings about the data, 0 for a sound page.
  package let warningCount: Int
  let pixels: DecodedPixels

  /// Whether the data were truncated or corrupt.
  package var isDamaged: Bool { warningCount > 0 }

  /// The size of the upright picture, in pixels.
  package var size: PixelSize { pixels.size }

  /// Encodes the picture as a file.
  ///
  /// - Parameter encoding: The encoding for which the page was decoded.
  /// - Returns: The bytes of the file.
  /// - Throws: The same as `Bitmap.encoded(as:)`.
  /// - Precondition: The same as for `Bitmap.encoded(as:)`.
  package func encoded(as encoding: ImageEncoding) throws(ImagingError) -> [UInt8] {
    switch (pixels, encoding) {
    case (.planes(let picture), .jpeg(let quality)):
      try picture.encodedAsJPEG(quality: quality)
    case (.planes, .png):
      preconditionFailure("the page was decoded for another encoding")
    case (.bitmap(let bitmap), _):
      try bitmap.encoded(as: encoding)
    }
  }
}

extension DecodedPage {
  /// Returns the page, rotated and mirrored to be upright.
  ///
  /// - Parameter orientation: The orientation of the page.
  /// - Returns: The upright page.
  /// - Throws: `ImagingError.outOfMemory`.
  package func turned(by orientation: Orientation) throws(ImagingError) -> DecodedPage {
    DecodedPage(
      header: header, warningCount: warningCount, pixels: try pixels.turned(by: orientation))
  }
}

extension DecodedImage {
  /// Returns the page, rotated and mirrored to be upright.
  ///
  /// - Parameter orientation: The orientation of the page.
  /// - Returns: The upright page.
  /// - Throws: `ImagingError.outOfMemory`.
  package func turned(by orientation: Orientation) throws(ImagingError) -> DecodedImage {
    DecodedImage(
      bitmap: try bitmap.turned(by: orientation), header: header, warningCount: warningCount)
  }
}

/// The pixels of a page in one of two forms.
enum DecodedPixels: Sendable {
  case bitmap(Bitmap)
  /// Luminance, and chroma of half its width and height.
  case planes(PlanarPicture)

  var size: PixelSize {
    switch self {
    case .bitmap(let bitmap): bitmap.size
    case .planes(let picture): picture.planes[0].size
    }
  }

  /// Returns the pixels, rotated and mirrored to be upright.
  func turned(by orientation: Orientation) throws(ImagingError) -> DecodedPixels {
    switch self {
    case .bitmap(let bitmap): return .bitmap(try bitmap.turned(by: orientation))
    case .planes(let picture):
      var planes: [Bitmap] = []
      for plane in picture.planes { planes.append(try plane.turned(by: orientation)) }
      return .planes(PlanarPicture(planes: planes))
    }
  }
}
