// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

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
