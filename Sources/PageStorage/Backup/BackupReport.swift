// SPDX-License-Identifier: Apache-2.0

/// The result of ``PageStore/backup(to:linking:isQuick:progress:)``.
public struct BackupReport: Hashable, Sendable {
  /// The number of pages in the backup, including those in the trash.
  public internal(set) var pageCount = 0

  /// The number of distinct originals of the pages.
  public internal(set) var originalCount = 0

  /// The number of copied originals.
  public internal(set) var copiedCount = 0

  /// The total size of the copied originals, in bytes.
  public internal(set) var copiedByteCount = 0

  /// The number of originals hard-linked to those of the store.
  public internal(set) var linkedCount = 0

  /// The number of originals already present from an earlier backup.
  public internal(set) var keptCount = 0

  /// The number of originals that were damaged in an earlier backup and copied again.
  public internal(set) var healedCount = 0

  /// The originals that are missing, damaged or unreadable in the store, and not in the backup.
  public internal(set) var damagedOriginals: [ContentDigest] = []

  /// The paths of files set aside in the backup: no page needs them, or they were damaged.
  public internal(set) var putAside: [String] = []

  /// The result of verifying the backup; originals are included only if they were read.
  public internal(set) var verification = VerificationReport()

  /// Whether the backup is complete, and sound as far as it was verified.
  public var isSound: Bool { damagedOriginals.isEmpty && verification.isSound }
}
