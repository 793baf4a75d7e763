// SPDX-License-Identifier: Apache-2.0

import CGallerySQLite
import GallerySystem

/// A watch on the files of a store that change with a commit, based on inotify(7).
struct WatchedStore: Sendable {
  private let queue: FolderEventQueue
  /// The watch of the folder of records.
  private let records: Int32

  private static let kinds: FolderEvent.Kinds = [.modified, .created, .removed, .renamedTo]

  /// File systems on which other hosts may write without local events: NFS, SMB, CIFS, AFS, Ceph,
  /// Coda, 9P and FUSE.
  private static let remoteKinds: Set<UInt32> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x5346_414F, 0x00C3_6400, 0x7375_7245, 0x0102_1997,
    0x6573_5546,
  ]

  /// Starts watching the files; `nil` if inotify is unavailable or out of watches.
  init?(_ folder: StoreFolder) {
    guard !Self.isRemote(folder.root.descriptor), let queue = try? FolderEventQueue() else {
      return nil
    }
    guard let records = try? Self.watch(folder.records, by: queue),
      (try? Self.watch(folder.root, by: queue)) != nil
    else {
      queue.close()
      return nil
    }
    (self.queue, self.records) = (queue, records)
  }

  private static func isRemote(_ folder: Int32) -> Bool {
    var kind: UInt32 = 0
    return cgallery_file_system_kind(folder, &kind) != 0 || remoteKinds.contains(kind)
  }

  /// Watches an open folder, even if it was renamed.
  private static func watch(
    _ folder: Folder, by queue: FolderEventQueue
  ) throws(SystemError) -> Int32 {
    try queue.watch("/proc/self/fd/\(folder.descriptor)", for: kinds)
  }

  /// The descriptor to wait for.
  var descriptor: Int32 { queue.descriptor }

  func close() { queue.close() }

  /// Reads the pending events without waiting.
  ///
  /// - Returns: Whether something may have been committed.
  func takeEvents() -> Bool {
    var isOurs = false
    try? queue.takeEvents { event in
      isOurs = concerns(String(decoding: event.name, as: UTF8.self), in: event.watch) || isOurs
    }
    return isOurs
  }

  /// Returns whether a file changes with a commit; an event without a file means that others were
  /// lost.
  ///
  /// SQLite's shared-memory file is not significant.
  private func concerns(_ name: String, in folder: Int32) -> Bool {
    if name.isEmpty { return true }
    if folder == records { return name.hasSuffix(RecordFile.markSuffix) }
    return name.hasPrefix(StoreFolder.catalogName) && !name.hasSuffix("-shm")
  }
}
