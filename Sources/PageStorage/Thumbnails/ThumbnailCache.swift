// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryGeometry
import GallerySystem
import Synchronization

/// A cache of thumbnails on disk, in a separate database.
///
/// It may be deleted at any time, and writing to it never delays a commit.
///
/// Errors are not reported: a cache that cannot be read or written behaves like an empty one.
final class ThumbnailCache: Sendable {
  /// The number of insertions between two checks of the budget.
  private static let insertionsBetweenEvictions = 64

  private let byteCountLimit: Int
  private let connection: ThumbnailConnection
  private let used = Mutex<Set<Int64>>([])
  private let insertionCount = Mutex(0)

  init(_ folder: Folder, byteCountLimit: Int) {
    self.byteCountLimit = byteCountLimit
    connection = ThumbnailConnection(folder: byteCountLimit > 0 ? folder : nil)
  }

  func close() { connection.close() }

  private var database: DatabaseQueue? { connection.database }

  /// Whether a lookup takes microseconds; the first one has to open the file.
  var isReady: Bool { connection.isReady }

  /// Returns a cached thumbnail.
  func thumbnail(_ key: ThumbnailKey) -> Thumbnail? {
    let id = key.row
    let expected = key.stored
    let found = try? database?.unsafeRead { db in
      try db.cachedStatement(
        sql: "SELECT key, checksum, width, height, isDamaged, bytes FROM thumbnail WHERE id = ?"
      ).first(binding: id) { row -> Thumbnail? in
        guard row.bytes(0, { $0.elementsEqual(expected) }) else { return nil }
        let bytes = row.bytes(5) { bytes -> [UInt8]? in
          Self.checksum(bytes, width: row.integer(2), height: row.integer(3)) == row.integer(1)
            ? Array(bytes) : nil
        }
        let size = PixelSize(width: Int(row.integer(2)), height: Int(row.integer(3)))
        guard let bytes, size.isValid else { return nil }
        return Thumbnail(bytes: bytes, size: size, isDamaged: row.integer(4) != 0)
      }
    }
    guard let thumbnail = found ?? nil ?? nil else { return nil }
    used.withLock { _ = $0.insert(id) }
    return thumbnail
  }

  /// Stores a thumbnail, and evicts others if needed.
  func store(_ thumbnail: Thumbnail, for key: ThumbnailKey) {
    guard thumbnail.bytes.count <= byteCountLimit / 4 else { return }
    let (width, height) = (Int64(thumbnail.size.width), Int64(thumbnail.size.height))
    let sum = thumbnail.bytes.withUnsafeBytes {
      Self.checksum($0, width: width, height: height)
    }
    try? database?.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        try db.cachedStatement(sql: "REPLACE INTO thumbnail VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
          .execute(arguments: [
            key.row, Blob(key.stored), SystemCalls.milliseconds, thumbnail.bytes.count, width,
            height, thumbnail.isDamaged, sum, Blob(thumbnail.bytes),
          ])
        try evictIfNeeded(db)
        return .commit
      }
    }
  }

  private static func checksum(
    _ bytes: UnsafeRawBufferPointer, width: Int64, height: Int64
  ) -> Int64 {
    var sum = Checksum()
    sum.add(width)
    sum.add(height)
    sum.add(bytes)
    return sum.stored
  }
}

extension ThumbnailCache {
  /// Removes all thumbnails.
  func removeAll() {
    try? database?.writeWithoutTransaction { db in try db.execute(sql: "DELETE FROM thumbnail") }
  }
}

// MARK: - Budget

extension ThumbnailCache {
  /// The total size of all thumbnails, in bytes.
  var byteCount: Int {
    let count = try? database?.read { db in
      try db.integer("SELECT SUM(byteCount) FROM thumbnail")
    }
    return Int((count ?? nil) ?? 0)
  }

  /// Evicts the least recently used thumbnails at intervals.
  ///
  /// It evicts down to nine tenths of the budget, so that the next eviction is not due immediately.
  private func evictIfNeeded(_ db: Database) throws {
    let isDue = insertionCount.withLock { count in
      count += 1
      return count % Self.insertionsBetweenEvictions == 1
    }
    // A small budget would be exceeded by far between two checks.
    guard isDue || byteCountLimit < 1 << 22 else { return }
    let now = SystemCalls.milliseconds
    let used = used.withLock { used in
      defer { used = [] }
      return used
    }
    for id in used {
      try db.cachedStatement(sql: "UPDATE thumbnail SET used = ? WHERE id = ?")
        .execute(arguments: [now, id])
    }
    try evict(db)
  }

  private func evict(_ db: Database) throws {
    var total = Int(try db.integer("SELECT SUM(byteCount) FROM thumbnail") ?? 0)
    guard total > byteCountLimit else { return }
    var evicted: [Int64] = []
    let query = "SELECT id, byteCount FROM thumbnail ORDER BY used, id"
    try db.makeStatement(sql: query).each(binding: []) { row in
      guard total > byteCountLimit / 10 * 9 else { return false }
      evicted.append(row.integer(0))
      // Count at least one byte, whatever a row claims.
      total -= max(1, Int(clamping: row.integer(1)))
      return true
    }
    for id in evicted { try db.execute(sql: "DELETE FROM thumbnail WHERE id = ?", arguments: [id]) }
  }
}
