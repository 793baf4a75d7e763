// SPDX-License-Identifier: Apache-2.0

/// What ``PageStore/backup(to:linking:isQuick:progress:)`` has done.
public struct BackupReport: Hashable, Sendable {
  /// The number of pages in the backup, with those in the trash.
  public internal(set) var pageCount = 0

  /// The number of different originals that the pages have.
  public internal(set) var originalCount = 0

  /// The originals that were copied.
  public internal(set) var copiedCount = 0

  /// The bytes of the originals that were copied.
  public internal(set) var copiedByteCount = 0

  /// The originals that became second names of those in the store.
  public internal(set) var linkedCount = 0

  /// The originals that were there from an earlier backup.
  public internal(set) var keptCount = 0

  /// The originals of earlier backups that had been damaged there, and were copied again.
  public internal(set) var healedCount = 0

  /// Originals that are missing, damaged or unreadable in the store, and are not in the backup.
  public internal(set) var damagedOriginals: [ContentDigest] = []

  /// The paths of what no page needs any more, or was damaged in the backup; it is kept there, and nothing
  /// reads it.
  public internal(set) var putAside: [String] = []

  /// What verifying the backup found; of originals only if they were read.
  public internal(set) var verification = VerificationReport()

  /// Whether the backup has everything, and is sound as far as it was verified.
  public var isSound: Bool { damagedOriginals.isEmpty && verification.isSound }
}
