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
  /// full disk, which thus still takes pages.
  ///
  /// A file not created by a store is left alone.
  ///
  /// - Parameter previous: The bytes reserved just before, taken again as far as they are free.
  func restore(previous: Int = 0) {
    guard let taken = try? reservedByteCount(), taken < byteCount,
      let available = SystemCalls.availableByteCount(at: folder.descriptor)
    else { return }
    let wanted = min(byteCount, max(available / 4, min(previous, available)))
    guard wanted == byteCount || taken == 0 && wanted >= Self.minimumByteCount else { return }
    guard let (file, _) = try? folder.openToWrite(name) else { return }
    defer { SystemCalls.closeFile(file) }
    do {
      try SystemCalls.allocate(file, byteCount: wanted)
    } catch {
      _ = release()
    }
  }

  /// Runs a closure, and again with the reserve released if the disk is full; it is then allocated
  /// again.
  ///
  /// - Parameters:
  ///   - body: The closure.
  ///   - makeRoom: Frees more space, with that of the reserve, before the second attempt.
  /// - Returns: The result.
  /// - Throws: The error of the last attempt.
  func used<Result>(
    _ body: () throws(PageStoreError) -> Result, makeRoom: () -> Void = {}
  ) throws(PageStoreError) -> Result {
    do throws(PageStoreError) {
      return try body()
    } catch {
      // Do not retry after a failed sync: which bytes it lost is unknown.
      guard case .full(let operation) = error, operation != "fsync" else { throw error }
    }
    let previous = (try? reservedByteCount()) ?? 0
    let isReleased = release()
    defer { if isReleased { restore(previous: previous) } }
    makeRoom()
    return try body()
  }

  /// The bytes that the file reserves.
  private func reservedByteCount() throws(PageStoreError) -> Int {
    try folder.checkIsOwnFile(name)
    // In a copied store, the file may be sparse, which reserves nothing.
    return try folder.status(of: name).map { $0.isAllocated ? $0.byteCount : 0 } ?? 0
  }

  /// Releases the space.
  ///
  /// - Returns: `false` if there was none.
  func release() -> Bool {
    guard (try? folder.checkIsOwnFile(name)) != nil else { return false }
    return (try? folder.remove(name)) ?? false
  }
}
