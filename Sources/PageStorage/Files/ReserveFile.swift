// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A file that reserves disk space, released to make deletions work on a full disk.
///
/// SQLite needs log space even for deletions, and cannot open a store without some.
struct ReserveFile: Sendable {
  let folder: Folder
  let byteCount: Int

  private var name: String { StoreFolder.reserveName }

  /// The space for one change; a smaller reserve is useless.
  private static let minimumByteCount = 64 << 10

  /// Reserves the space unless it is reserved: all of it, or a quarter of what is free on a nearly
  /// full disk.
  ///
  /// A file not created by a store is left alone.
  func restore() {
    let taken: Int
    do {
      try folder.checkIsOwnFile(name)
      let status = try folder.status(of: name)
      // In a copied store, the file may be sparse, which reserves nothing.
      taken = status.map { $0.isAllocated ? $0.byteCount : 0 } ?? 0
    } catch {
      return
    }
    guard taken < byteCount,
      let available = SystemCalls.availableByteCount(at: folder.descriptor)
    else { return }
    let wanted = min(byteCount, available / 4)
    guard wanted == byteCount || taken == 0 && wanted >= Self.minimumByteCount else { return }
    guard let (file, _) = try? folder.openToWrite(name) else { return }
    defer { SystemCalls.closeFile(file) }
    do {
      try SystemCalls.allocate(file, byteCount: wanted)
    } catch {
      _ = release()
    }
  }

  /// Releases the space.
  ///
  /// - Returns: `false` if there was none.
  func release() -> Bool {
    guard (try? folder.checkIsOwnFile(name)) != nil else { return false }
    return (try? folder.remove(name)) ?? false
  }
}
