// SPDX-License-Identifier: Apache-2.0

/// The limits of uploads that are not in a document yet.
public struct UploadLimits: Hashable, Sendable {
  /// The maximum number of bytes of the waiting uploads of one client; 4 GiB by default.
  public var maximumByteCount = 4 << 30

  /// The maximum number of waiting uploads of one client; 4,096 by default.
  public var maximumFileCount = 4096

  /// The time after which an upload is removed; one hour by default.
  public var lifetime = Duration.seconds(3600)

  /// The free space of the disk that an upload has to leave, in bytes; 16 MiB by default.
  public var minimumFreeByteCount = 16 << 20

  /// Creates the default limits.
  public init() {}
}
