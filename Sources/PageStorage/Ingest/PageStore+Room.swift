// SPDX-License-Identifier: Apache-2.0

extension PageStore {
  /// Makes sure that a commit of pages finds room, before it is tried.
  ///
  /// One that fails has to be taken back, which takes room as well, and would cost the reserve that is
  /// for deletions. What is left here is enough to delete pages.
  ///
  /// - Parameter pages: The pages.
  /// - Throws: `PageStoreError.full`.
  func requireRoom(for pages: [StagedPage]) async throws(PageStoreError) {
    guard let slot = openSlot else { return }
    try await BlockingWork.run { () throws(PageStoreError) in
      let log = try self.folder.root.status(of: StoreFolder.catalogueName + "-wal")
      let wanted = CommitRoom.byteCount(
        pageCount: pages.count, metadataByteCount: pages.reduce(0) { $0 + $1.metadataByteCount },
        logByteCount: log?.byteCount ?? 0)
      let (descriptor, name) = try slot.makeFile(isDirect: false)
      defer {
        SystemCalls.closeFile(descriptor)
        _ = try? slot.folder.remove(name)
      }
      do throws(PageStoreError) {
        // Asked for and not only looked up, since what is free need not be for this user.
        try SystemCalls.allocate(descriptor, byteCount: wanted)
      } catch {
        // A file system that cannot allocate does not say.
        if error.isFull { throw error }
      }
    }
  }

  /// Takes back the room that a failed change and the log of SQLite hold.
  func makeRoom() async {
    try? await removeDoomed()
    // A change that found no room may have left none to take it back, but for the reserve.
    _ = try? await publish(freesRoom: true) { publication in try publication.sweep() }
    try? await removeDoomed()
  }
}

/// The room that a commit takes besides the bytes of its pages.
enum CommitRoom {
  /// What each commit writes into the log, and again when the log is copied into the catalogue.
  private static let fixedByteCount = 128 << 10
  /// A page of the index of digests, whose order is that of chance.
  private static let byteCountPerPage = 4 << 10
  /// The length at which SQLite copies its log.
  private static let maximumLogByteCount = 4 << 20

  /// Returns an upper bound.
  ///
  /// - Parameters:
  ///   - pageCount: The number of pages.
  ///   - metadataByteCount: The bytes of their metadata.
  ///   - logByteCount: The length of the log, which has to be copied as well.
  /// - Returns: The number of bytes.
  static func byteCount(pageCount: Int, metadataByteCount: Int = 0, logByteCount: Int) -> Int {
    // In the records, in the log of SQLite and in the catalogue.
    fixedByteCount + pageCount * byteCountPerPage + 3 * metadataByteCount
      + min(logByteCount, maximumLogByteCount)
  }
}

extension StagedPage {
  fileprivate var metadataByteCount: Int { metadataText?.utf8.count ?? 0 }
}
