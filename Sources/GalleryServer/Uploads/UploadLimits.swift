// SPDX-License-Identifier: Apache-2.0

/// The limits of uploads that are not in a document yet, those that are being received included.
///
/// Without access control, all clients share the limits of one.
public struct UploadLimits: Hashable, Sendable {
  /// The maximum number of bytes of the waiting uploads of one client, at least 0; 4 GiB by default.
  public var maximumByteCount = 4 << 30

  /// The maximum number of waiting uploads of one client, at least 0; 4,096 by default.
  public var maximumFileCount = 4096

  /// The time after which an upload is removed, unless it is in use: at most a year; one hour by default.
  public var lifetime = Duration.seconds(3600)

  /// The free space of the disk that an upload has to leave, in bytes: at most 2^60; 16 MiB by default.
  public var minimumFreeByteCount = 16 << 20

  /// Creates the default limits.
  public init() {}

  /// Whether all limits are in their ranges.
  var areValid: Bool {
    maximumByteCount >= 0 && maximumFileCount >= 0 && lifetime >= .zero
      && lifetime <= .seconds(366 * 24 * 3600) && (0...1 << 60).contains(minimumFreeByteCount)
  }
}
