// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The originals whose bytes were compared with their digest a short time ago.
///
/// A client that reads an original in parts would otherwise have it read as a whole for each of them.
final class VerifiedOriginals: Sendable {
  private struct Entry {
    let version: BlobVersion
    let time: ContinuousClock.Instant
  }

  private struct Entries {
    /// Those of late, and those before them, which are forgotten when there are as many new ones.
    var new: [ContentDigest: Entry] = [:]
    var old: [ContentDigest: Entry] = [:]
  }

  private let entries = Mutex(Entries())
  private let limit: Int
  private let lifetime: Duration

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - limit: The number of originals that it holds at least before it forgets the oldest; it holds twice as many at
  ///     most.
  ///   - lifetime: The time after which bytes are compared again: a disk may lose some without a trace.
  /// - Precondition: `limit > 0`.
  init(limit: Int = 1_024, lifetime: Duration = .seconds(600)) {
    precondition(limit > 0, "a list for no original")
    (self.limit, self.lifetime) = (limit, lifetime)
  }

  /// Returns whether a version of an original was verified.
  func contains(
    _ digest: ContentDigest, _ version: BlobVersion, at now: ContinuousClock.Instant = .now
  ) -> Bool {
    let found = entries.withLock { $0.new[digest] ?? $0.old[digest] }
    guard let found else { return false }
    return found.version == version && now - found.time < lifetime
  }

  /// Notes that a version of an original was verified.
  func insert(
    _ digest: ContentDigest, _ version: BlobVersion, at now: ContinuousClock.Instant = .now
  ) {
    entries.withLock { entries in
      if entries.new.count >= limit { (entries.old, entries.new) = (entries.new, [:]) }
      entries.new[digest] = Entry(version: version, time: now)
    }
  }
}
