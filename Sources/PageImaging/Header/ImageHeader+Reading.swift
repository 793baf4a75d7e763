// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

extension ImageHeader {
  /// Reads the header of an image without decoding it.
  ///
  /// An ordinary file costs one read of 4 KiB. A PNG without an eXIf chunk before its pixels costs
  /// up to four more reads of 1 KiB. Whatever the file contains, at most `limits.headerBytes` bytes
  /// are fetched, plus those at the end of a PNG; see ``DecodingLimits/headerBytes``.
  ///
  /// - Parameters:
  ///   - source: The bytes of the image.
  ///   - limits: The limits that the image must not exceed.
  /// - Throws: Any `ImagingError` except those of decoding pixels. A file that is truncated inside
  ///   its pixels still has a header.
  public init(
    reading source: ByteSource, limits: DecodingLimits = .default
  ) throws(ImagingError) {
    var reader = HeaderReader(source, budget: limits.headerBytes)
    try self.init(from: &reader, limits: limits)
  }

  /// Reads a header through the caller's reader, which counts the bytes fetched.
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
