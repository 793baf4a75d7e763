// SPDX-License-Identifier: Apache-2.0

/// The limits on the cost of one image; an image beyond them is rejected.
///
/// The limits are checked before memory is allocated or bytes are read, so that a malicious file
/// costs no more than an ordinary one.
public struct DecodingLimits: Hashable, Sendable {
  /// The largest number of pixels, width times height.
  ///
  /// `500_000_000` by default.
  public var pixelCount: Int

  /// The largest memory for decoding one image, in bytes.
  ///
  /// `256 MiB` by default.
  public var decodeMemory: Int

  /// The largest number of scans of a progressive JPEG.
  ///
  /// `100` by default.
  public var progressiveScans: Int

  /// The largest ancillary chunk or segment, in bytes.
  ///
  /// `8 MiB` by default.
  public var ancillaryBytes: Int

  /// The largest number of bytes fetched for one header.
  ///
  /// `256 KiB` by default. For a PNG without an eXIf chunk before its pixels, the end of the file
  /// is read too, with a separate limit that is a quarter larger.
  public var headerBytes: Int

  /// Creates limits; each one has a default.
  public init(
    pixelCount: Int = 500_000_000,
    decodeMemory: Int = 256 << 20,
    progressiveScans: Int = 100,
    ancillaryBytes: Int = 8 << 20,
    headerBytes: Int = 256 << 10
  ) {
    self.pixelCount = pixelCount
    self.decodeMemory = decodeMemory
    self.progressiveScans = progressiveScans
    self.ancillaryBytes = ancillaryBytes
    self.headerBytes = headerBytes
  }

  /// The default limits, which suit scanned documents on a small server.
  public static let `default` = DecodingLimits()
}

extension DecodingLimits {
  /// The name of one limit, as an error reports it.
  public enum Limit: String, Hashable, Sendable, CaseIterable {
    /// Width times height.
    case pixelCount
    /// Memory for one decode, in bytes.
    case decodeMemory
    /// Scans of a progressive JPEG.
    case progressiveScans
    /// One ancillary chunk or segment, in bytes.
    case ancillaryBytes
    /// Bytes fetched for one header.
    case headerBytes
  }
}
