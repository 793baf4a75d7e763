// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

/// The records and originals of all writes of one commit, which share their syncs.
///
/// The writes collect them, and ``settle()`` stores them at the end of the transaction. The order
/// matters: records first, so that files that a killed process leaves behind can be found; then the
/// files and their folders; the commit last.
final class PublicationBatch: WriteBatch {
  /// What the writes have collected so far.
  private struct Contents {
    var isUsed = false
    var records: [StoreRecord] = []
    /// The pages whose bytes have to be moved to their final paths, one for each digest.
    var arriving: [StagedPage] = []
    var digests: Set<ContentDigest> = []
    /// The staged pages that the writes have used up.
    var taken: Set<ObjectIdentifier> = []
  }

  let db: Database
  let folder: StoreFolder
  let maximumPageByteCount: Int
  private let slot: Result<Slot, PageStoreError>
  private let firstNumber: Int64
  /// The length of the committed records, `nil` before the first sweep.
  private var settled: Int?
  private var contents = Contents()

  /// Begins the writes of a commit.
  ///
  /// - Parameters:
  ///   - db: The connection, in a transaction.
  ///   - folder: The store.
  ///   - slot: The slot of this process, or the reason why there is none.
  ///   - maximumPageByteCount: The maximum size of a page.
  /// - Throws: `PageStoreError.corrupted`, `DatabaseError`.
  init(
    _ db: Database, _ folder: StoreFolder, slot: Result<Slot, PageStoreError>,
    maximumPageByteCount: Int
  ) throws {
    (self.db, self.folder, self.slot) = (db, folder, slot)
    self.maximumPageByteCount = maximumPageByteCount
    firstNumber = try ChangeLog.lastNumber(db) + 1
  }

  func publication() throws(PageStoreError) -> Publication {
    Publication(db: db, target: FolderPublication(batch: self, slot: try slot.get()))
  }

  var transaction: any CatalogTransaction { db }

  /// Whether there are records or originals.
  var isUsed: Bool { contents.isUsed }
}

// MARK: - Writes

extension PublicationBatch {
  /// Makes a write under a change number of its own.
  func make(_ write: any PendingWriting) throws {
    let last = try ChangeLog.lastNumber(db)
    let changeCount = db.totalChangesCount
    try write.make(in: self)
    for page in write.takenPages { contents.taken.insert(ObjectIdentifier(page.file)) }
    guard try ChangeLog.lastNumber(db) == last, db.totalChangesCount > changeCount else { return }
    try ChangeLog.appendUnnamed(after: last, isSilent: true, to: db)
  }

  /// Makes one of several writes: one that fails leaves nothing to the others.
  ///
  /// - Returns: The failure.
  /// - Throws: An error that may have ended the transaction.
  func makeApart(_ write: any PendingWriting) throws -> PageStoreError? {
    let earlier = contents
    var failure: PageStoreError?
    try db.cachedStatement(sql: "SAVEPOINT write").execute()
    do {
      try make(write)
    } catch let error as PageStoreError {
      try db.cachedStatement(sql: "ROLLBACK TO write").execute()
      contents = earlier
      failure = error
    }
    try db.cachedStatement(sql: "RELEASE write").execute()
    return failure
  }

  /// Whether a staged page was committed, or used up by an earlier write of this commit.
  func isTaken(_ page: StagedPage) -> Bool {
    page.file.isCommitted || contents.taken.contains(ObjectIdentifier(page.file))
  }

  /// Whether an earlier write of this commit adds these bytes.
  func isArriving(_ digest: ContentDigest) -> Bool { contents.digests.contains(digest) }

  /// Adds bytes that have to be moved to their final path.
  func add(_ page: StagedPage) {
    contents.arriving.append(page)
    contents.digests.insert(page.digest)
  }

  /// Adds records.
  func add(_ records: [StoreRecord]) {
    contents.isUsed = true
    contents.records += records
  }
}

// MARK: - Storing

extension PublicationBatch {
  /// Writes the records, and moves the originals to their final paths.
  ///
  /// All records are those of one change, because two would look like a lost one after a crash. It
  /// has the first number of the commit, before which the catalog cannot be.
  func settle() throws {
    guard contents.isUsed else { return }
    try folder.checkOriginalsAreInPlace()
    let slot = try slot.get()
    let length = try slot.records.append(
      [.change(firstNumber)] + contents.records, after: try sweep(slot))
    try RecordRow.store(length, slot: slot.number, db)
    try place(contents.arriving, slot)
  }

  /// Removes leftovers of this process's uncommitted change, once.
  ///
  /// - Returns: The length of the committed records.
  @discardableResult
  func sweep(_ slot: Slot) throws -> Int {
    if let settled { return settled }
    let length = try RecordRow.fetch(db, slot: slot.number)
    guard try slot.records.byteCount >= length else {
      throw PageStoreError.corrupted(.records(path: slot.records.path))
    }
    let placed = slot.takePlaced()
    if try slot.records.byteCount > length {
      do {
        try remove(placed)
        // Truncate last: until then the records list the files.
        try slot.records.truncate(to: length)
      } catch {
        slot.place(placed)
        throw error
      }
    }
    settled = length
    return length
  }

  private func remove(_ placed: Set<ContentDigest>) throws {
    var folders: [String: Folder] = [:]
    for digest in placed where try db.original(digest) == nil {
      let (blobs, name) = try folder.blobFolder(of: digest)
      try blobs.remove(name)
      folders[blobs.path] = blobs
    }
    try StoreFolder.synchronize(Array(folders.values))
  }

  private func place(_ pages: [StagedPage], _ slot: Slot) throws(PageStoreError) {
    guard !pages.isEmpty else { return }
    slot.place(pages.map(\.digest))
    let aside = AsideFolder(folder)
    var folders: [String: Folder] = [:]
    for page in pages {
      let (blobs, name) = try folder.blobFolder(for: page.digest)
      // An existing file without an entry was left behind; one with an entry is damaged.
      if try blobs.status(of: name) != nil { try aside.take(name, of: blobs) }
      try link(page, to: blobs, as: name)
      folders[blobs.path] = blobs
    }
    try aside.synchronize()
    try StoreFolder.synchronize(Array(folders.values))
  }

  private func link(
    _ page: StagedPage, to folder: Folder, as name: String
  ) throws(PageStoreError) {
    do {
      try page.file.link(to: folder, as: name)
    } catch {
      // The page may have been discarded since the change began.
      throw page.file.isCommitted ? .notFound(.stagedPage(page.id)) : error
    }
  }
}
