// SPDX-License-Identifier: Apache-2.0

import CGallerySQLite

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// A watch on the files of a store that change with a commit, based on inotify(7).
struct WatchedStore: Sendable {
  /// The inotify file descriptor.
  let descriptor: Int32

  private let records: Int32

  private static let mask =
    UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_TO)
    | UInt32(IN_ONLYDIR)

  /// File systems on which other hosts may write without local events: NFS, SMB, CIFS, AFS, Ceph,
  /// Coda, 9P and FUSE.
  private static let remoteKinds: Set<UInt32> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x5346_414F, 0x00C3_6400, 0x7375_7245, 0x0102_1997,
    0x6573_5546,
  ]

  /// Starts watching the files; `nil` if inotify is unavailable or out of watches.
  init?(_ folder: StoreFolder) {
    guard !Self.isRemote(folder.root.descriptor) else { return nil }
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    records = Self.watch(folder.records, by: descriptor)
    guard records >= 0, Self.watch(folder.root, by: descriptor) >= 0 else {
      close()
      return nil
    }
  }

  private static func isRemote(_ folder: Int32) -> Bool {
    var kind: UInt32 = 0
    return cgallery_file_system_kind(folder, &kind) != 0 || remoteKinds.contains(kind)
  }

  /// Watches an open folder, even if it was renamed.
  private static func watch(_ folder: Folder, by descriptor: Int32) -> Int32 {
    inotify_add_watch(descriptor, "/proc/self/fd/\(folder.descriptor)", mask)
  }

  func close() { SystemCalls.closeFile(descriptor) }

  /// Reads the pending events without waiting.
  ///
  /// - Returns: Whether something may have been committed.
  func takeEvents() -> Bool {
    var isOurs = false
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while true {
        let count = SystemCalls.retrying { read(descriptor, buffer.baseAddress, buffer.count) }
        guard count > 0 else { return }
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          offset = start + Int(event.len)
          guard offset <= count else { break }
          let name = buffer[start..<offset].prefix { $0 != 0 }
          isOurs = concerns(String(decoding: name, as: UTF8.self), in: event.wd) || isOurs
        }
      }
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
    return name.hasPrefix(StoreFolder.catalogueName) && !name.hasSuffix("-shm")
  }
}
