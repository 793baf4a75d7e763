// SPDX-License-Identifier: Apache-2.0

import GallerySystem

extension PageStore {
  /// Verifies that the disk has room for a commit of pages, before it is tried.
  ///
  /// A failed commit has to be rolled back, which takes room as well and would consume the reserve
  /// for deletions. The check leaves enough room to delete pages.
  ///
  /// - Parameter pages: The pages.
  /// - Throws: `PageStoreError.full`.
  func requireRoom(for pages: [StagedPage]) async throws(PageStoreError) {
    guard let slot = openSlot else { return }
    try await BlockingWork.run { () throws(PageStoreError) in
      let log = try self.folder.root.status(of: StoreFolder.catalogName + "-wal")
      let wanted = CommitSpace.byteCount(
        pageCount: pages.count, metadataByteCount: pages.reduce(0) { $0 + $1.metadataByteCount },
        logByteCount: log?.byteCount ?? 0)
      let (descriptor, name) = try slot.makeFile(isDirect: false)
      defer {
        SystemCalls.closeFile(descriptor)
        _ = try? slot.folder.remove(name)
      }
      do throws(PageStoreError) {
        // Allocate instead of querying: free space need not be available to this user.
        try SystemCalls.allocate(descriptor, byteCount: wanted)
      } catch {
        // File systems without allocation fail with another error.
        if error.isFull { throw error }
      }
    }
  }

  /// Frees the space held by a failed change and by SQLite's log.
  func makeRoom() async {
    try? await removeDoomed()
    // A change that failed on a full disk may need the reserve for its rollback.
    _ = try? await publishFreeingRoom { publication in try publication.sweep() }
    try? await removeDoomed()
  }
}

/// The disk space that a commit takes besides the bytes of its pages.
enum CommitSpace {
  /// The bytes that each commit writes to the log, and again to the catalog at a checkpoint.
  private static let fixedByteCount = 128 << 10
  /// One page of the digest index: digests are random, so each entry may touch another page.
  private static let byteCountPerPage = 4 << 10
  /// The log length at which SQLite runs a checkpoint.
  private static let maximumLogByteCount = 4 << 20

  /// Returns an upper bound.
  ///
  /// - Parameters:
  ///   - pageCount: The number of pages.
  ///   - metadataByteCount: The bytes of their metadata.
  ///   - logByteCount: The length of the log, which also has to be checkpointed.
  /// - Returns: The number of bytes.
  static func byteCount(pageCount: Int, metadataByteCount: Int = 0, logByteCount: Int) -> Int {
    // Metadata are written three times: to the records, to SQLite's log and to the catalog.
    fixedByteCount + pageCount * byteCountPerPage + 3 * metadataByteCount
      + min(logByteCount, maximumLogByteCount)
  }
}

extension StagedPage {
  fileprivate var metadataByteCount: Int { metadataText?.utf8.count ?? 0 }
}
