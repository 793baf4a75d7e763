// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import Synchronization

/// The space of a cache of originals: it removes the least recently used ones for new ones.
///
/// The files are counted after every sixteenth of the limit that this process adds, and then fill at most seven
/// eighths. So two processes stay below the limit; more of them exceed it by a sixteenth each.
final class OriginalCacheRoom: Sendable {
  /// The space of an original that is being written.
  final class Place: Sendable {
    let digest: ContentDigest
    private let room: OriginalCacheRoom

    fileprivate init(_ digest: ContentDigest, _ room: OriginalCacheRoom) {
      (self.digest, self.room) = (digest, room)
    }

    deinit { _ = room.used.withLock { $0.places.removeValue(forKey: digest) } }
  }

  private struct Use {
    /// The sizes of the originals that are being written.
    var places: [ContentDigest: Int] = [:]
    /// The bytes that were added since the files were counted, `nil` if they never were.
    var addedByteCount: Int?
  }

  /// The age after which a file that is being written has no owner any more.
  private static let abandonedAge = Duration.seconds(3600)

  private let folder: Folder
  private let limit: Int
  private let spareByteCount: Int
  private let used = Mutex(Use())
  /// Held while files are counted.
  private let counting = Mutex(())

  /// Creates the space of a folder; the parameters are those of ``OriginalCache``.
  init(_ folder: Folder, byteCountLimit: Int, spareByteCount: Int) {
    (self.folder, limit, self.spareByteCount) = (folder, byteCountLimit, spareByteCount)
  }

  /// Makes room for an original.
  ///
  /// - Returns: Its place; `nil` if it is being written already, or the disk is nearly full.
  func place(for digest: ContentDigest, byteCount: Int) -> Place? {
    let isNew = used.withLock { used in
      guard used.places[digest] == nil else { return false }
      used.places[digest] = byteCount
      return true
    }
    guard isNew else { return nil }
    let place = Place(digest, self)
    counting.withLock { _ in if isCountDue(for: byteCount) { evict() } }
    let free = SystemCalls.availableByteCount(at: folder.descriptor) ?? .max
    return free - spareByteCount >= byteCount ? place : nil
  }

  private func isCountDue(for byteCount: Int) -> Bool {
    used.withLock { used in
      if let added = used.addedByteCount, added + byteCount <= limit / 16 {
        used.addedByteCount = added + byteCount
        return false
      }
      used.addedByteCount = 0
      return true
    }
  }

  /// Removes files until the others, and those that are being written, fill seven eighths of the limit.
  private func evict() {
    let files = files.sorted { ($0.status.modified, $0.name) < ($1.status.modified, $1.name) }
    // Nothing in the folder may make the sum overflow.
    var total = files.reduce(used.withLock { $0.places.values.reduce(0, +) }) {
      $0 + min($1.status.byteCount, limit)
    }
    for file in files where total > limit - limit / 8 {
      guard (try? folder.remove(file.name)) != nil else { continue }
      total -= min(file.status.byteCount, limit)
    }
  }

  /// The originals in the folder; files that nobody writes any more are removed.
  private var files: [(name: String, status: FileStatus)] {
    let oldest = SystemCalls.nanoseconds - Int64(Self.abandonedAge / .nanoseconds(1))
    return ((try? folder.names()) ?? []).compactMap { name in
      guard let status = try? folder.status(of: name), status.kind == .file else { return nil }
      if name.hasPrefix(OriginalDraft.prefix) {
        if status.modified < oldest { _ = try? folder.remove(name) }
        return nil
      }
      return ContentDigest(text: name)?.description == name ? (name, status) : nil
    }
  }
}
