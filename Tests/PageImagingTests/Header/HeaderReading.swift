// SPDX-License-Identifier: Apache-2.0

import PageImaging

/// The result of reading a header, and its cost.
struct HeaderReading: Equatable {
  var header: ImageHeader?
  var error: ImagingError?
  var fetchedByteCount = 0
  var fetchCount = 0
  /// The same for reading the end of a PNG.
  var endFetchedByteCount = 0
  var endFetchCount = 0
  var endCheckedByteCount = 0

  init(_ bytes: [UInt8], limits: DecodingLimits = .default) {
    var reader = HeaderReader(ByteSource(bytes), budget: limits.headerBytes)
    do throws(ImagingError) {
      header = try ImageHeader(from: &reader, limits: limits)
    } catch {
      self.error = error
    }
    fetchedByteCount = reader.fetchedByteCount
    fetchCount = reader.fetchCount
    endFetchedByteCount = reader.endFetchedByteCount
    endFetchCount = reader.endFetchCount
    endCheckedByteCount = reader.endCheckedByteCount
  }
}

/// Reads a header from bytes.
func header(
  of bytes: [UInt8], limits: DecodingLimits = .default
) throws(ImagingError) -> ImageHeader {
  try ImageHeader(reading: ByteSource(bytes), limits: limits)
}

/// Returns the error of reading a header, or nil.
func headerError(of bytes: [UInt8], limits: DecodingLimits = .default) -> ImagingError? {
  HeaderReading(bytes, limits: limits).error
}

/// Bytes that are printed as hexadecimal digits in a failure.
struct HexBytes: CustomStringConvertible {
  var bytes: [UInt8]

  var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
