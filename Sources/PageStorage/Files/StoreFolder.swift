// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The open folders of a store.
///
///     catalogue.sqlite       documents, pages, their order
///     blobs/ab/cdef...       original bytes, named by their SHA-256
///     incoming/0/...         bytes that are being received, one folder for each process at work
///     records/0, 0.mark      the records of each process, from which a catalog can be rebuilt
///     reserve                disk space released when the disk is full
///     thumbnails/            cached thumbnails, which may be deleted at any time
///     originals/             originals of an object store that were read, which may be deleted at any time
///     aside/                 files set aside, which are never read
///     access.sqlite          the tokens of a server, which neither the store nor a backup touches
///     unfinished-backup      only in an unfinished first backup
final class StoreFolder: Sendable {
  let root: Folder
  let blobs: Folder
  let incoming: Folder
  let records: Folder
  let thumbnails: Folder

  /// The maximum length of a store's path, in bytes.
  private static let maximumPathByteCount = 460

  /// The name of a file that exists until the first backup is complete.
  static let backupMarkName = "unfinished-backup"

  static let catalogName = "catalogue.sqlite"
  static let reserveName = "reserve"
  static let asideName = "aside"
  static let completeName = "complete"
  static let blobsName = "blobs"
  static let folderNames = [blobsName, "incoming", "records", "thumbnails"]

  var path: String { root.path }
  var catalog: String { root.path(of: Self.catalogName) }

  init(root: Folder) throws(PageStoreError) {
    self.root = root
    blobs = try root.folder(Self.blobsName)
    incoming = try root.folder("incoming")
    records = try root.folder("records")
    thumbnails = try root.folder("thumbnails")
  }

  /// Opens the folders of an existing store; nothing is created.
  ///
  /// - Throws: `PageStoreError.notAStore` if there is no store, `.irregularFile`, `.corrupted` if
  ///   its catalog is missing, `.io`.
  static func open(
    at path: String, sharing: FileSharing = .owner, isForRepair: Bool = false
  ) throws(PageStoreError) -> StoreFolder {
    try checkLength(of: path)
    let root: Folder
    do {
      root = try Folder(at: path, sharing: sharing)
    } catch {
      guard error.isMissingFile || error.isMisled else { throw error }
      throw .notAStore(path: path)
    }
    try checkNames(in: root)
    if try !isComplete(root) {
      // Folders that were empty, and that a backup has omitted. Originals that are elsewhere would all look lost.
      let hasOriginals = try !isWithoutOriginals(root)
      guard isForRepair, hasOriginals else {
        guard try isCatalog(in: root) else { throw try foreign(root) }
        throw .corrupted(.catalog(message: hasOriginals ? missingFolders : missingOriginals))
      }
      try make(in: root)
    }
    let folder = try StoreFolder(root: root)
    guard !isForRepair else { return folder }
    try checkIsNoUnfinishedBackup(root)
    let status = try root.status(of: catalogName)
    if status == nil || status?.byteCount == 0 {
      try folder.checkHasNoRecords()
      throw .notAStore(path: folder.path)
    }
    try folder.checkCatalogHeader()
    return folder
  }

  private static let missingFolders =
    "folders of the store are missing, as in a copy without empty folders; 'store repair' makes them"

  private static let missingOriginals =
    "the folder 'blobs' with the originals is missing or empty: move it back, mount it, or restore a backup; "
    + "if there never was a page, make the folder 'blobs/00'"

  /// Whether there is nothing in the place of the originals, such as the folder where they would be mounted.
  private static func isWithoutOriginals(_ root: Folder) throws(PageStoreError) -> Bool {
    guard try root.status(of: blobsName)?.kind == .folder else { return true }
    return try root.folder(blobsName).names().isEmpty
  }

  /// Verifies that this process may change a store.
  ///
  /// - Throws: `PageStoreError.readOnly`.
  static func checkIsWritable(_ root: Folder) throws(PageStoreError) {
    for name in [".", catalogName] where root.isReadOnly(name) { throw .readOnly }
  }

  /// Opens the folders of a store, and creates missing ones.
  ///
  /// - Throws: `PageStoreError.notAStore` if the folder holds something else, `.irregularFile`, `.corrupted` if
  ///   the originals of a catalog are missing, `.readOnly`, `.full`, `.io`.
  static func openOrMake(
    at path: String, sharing: FileSharing
  ) throws(PageStoreError) -> StoreFolder {
    let root = try makeRoot(path, sharing)
    try checkNames(in: root)
    try checkIsWritable(root)
    try checkIsNoUnfinishedBackup(root)
    if try !isComplete(root) {
      if try !isCatalog(in: root) {
        try checkHoldsNothingElse(root)
      } else if try isWithoutOriginals(root) {
        // New pages would be stored where nobody looks for them once the originals are back.
        throw .corrupted(.catalog(message: missingOriginals))
      }
      try make(in: root)
    }
    let folder = try StoreFolder(root: root)
    try folder.checkCatalogHeader()
    return folder
  }
}

// MARK: - Making

extension StoreFolder {
  /// Opens the folder of a store, and creates it if it is missing.
  static func makeRoot(
    _ path: String, _ sharing: FileSharing
  ) throws(PageStoreError) -> Folder {
    guard !path.utf8.contains(0) else { throw PageStoreError(.invalidFile) }
    try checkLength(of: path)
    var parent = path.hasPrefix("/") ? "/" : "."
    let names = path.split(separator: "/")
    for (place, name) in names.enumerated() {
      let child = "\(parent)/\(name)"
      let mode = place == names.count - 1 ? sharing.folderMode : 0o777
      if (try? SystemCalls.status(of: child))?.kind != .folder,
        try SystemCalls.makeFolder(child, mode: mode)
      {
        try Folder(at: parent, sharing: sharing).synchronize()
      }
      parent = child
    }
    return try Folder(at: path, sharing: sharing)
  }

  /// Verifies that SQLite can open files below a path; it would report a long path as a missing
  /// file.
  private static func checkLength(of path: String) throws(PageStoreError) {
    guard path.utf8.count <= maximumPathByteCount else {
      throw PageStoreError(.nameTooLong)
    }
  }

  /// Creates the folders of a new store.
  static func make(in root: Folder) throws(PageStoreError) {
    if root.sharing == .group {
      try SystemCalls.setMode(root.sharing.folderMode, of: root.descriptor)
    }
    for name in folderNames { try root.makeFolder(name) }
    let blobs = try root.folder(blobsName)
    for byte in 0..<256 { try blobs.makeFolder(prefix(UInt8(byte))) }
    try blobs.synchronize()
    try root.synchronize()
    // Created last, so that its existence implies all others.
    try blobs.makeFolder(completeName)
    try blobs.synchronize()
  }

  /// Verifies that a folder for a new store is empty, or the result of an interrupted creation.
  private static func checkHoldsNothingElse(_ root: Folder) throws(PageStoreError) {
    var known = Set(folderNames + [Self.backupMarkName])
    // Without originals, a catalog is foreign, or a remnant of a store.
    if try root.status(of: blobsName) != nil { known.formUnion([catalogName, asideName]) }
    try SystemCalls.forEachName(in: root.descriptor) { (name) throws(PageStoreError) in
      guard
        known.contains(name) || name == reserveName || name.hasPrefix(catalogName + "-")
          || name.hasPrefix(catalogName + ".")
      else { throw try foreign(root) }
      return true
    }
  }

  /// Returns the error for a folder with something else: the catalog of another program, or no catalog.
  private static func foreign(_ root: Folder) throws(PageStoreError) -> PageStoreError {
    let hasCatalog = try root.status(of: catalogName) != nil
    return .notAStore(path: hasCatalog ? root.path(of: catalogName) : root.path)
  }

  /// Returns whether there is a catalog of a store.
  private static func isCatalog(in root: Folder) throws(PageStoreError) -> Bool {
    guard let status = try root.status(of: catalogName), status.kind == .file else {
      return false
    }
    let (file, _) = try root.openToRead(catalogName)
    defer { CatalogLocks.close(status.identity) { SystemCalls.closeFile(file) } }
    return CatalogHeader(
      try SystemCalls.bytes(of: file, at: 0, byteCount: CatalogHeader.byteCount)
    ).isOurs
  }

  /// Returns whether a folder holds a store, sound or not.
  static func isComplete(_ root: Folder) throws(PageStoreError) -> Bool {
    for name in folderNames {
      guard try root.status(of: name)?.kind == .folder else { return false }
    }
    return try root.folder(blobsName).status(of: completeName) != nil
  }
}

// MARK: - What must not be there

extension StoreFolder {
  /// Verifies that no entry leads out of the store.
  static func checkNames(in root: Folder) throws(PageStoreError) {
    for name in folderNames + [asideName] { try root.checkIsFolder(name) }
    for name in ["", "-wal", "-shm"].map({ catalogName + $0 }) + [reserveName] {
      try root.checkIsOwnFile(name)
    }
    // No store has a rollback journal, and SQLite would remove files that it names.
    let journal = catalogName + "-journal"
    if let status = try root.status(of: journal) { throw root.irregular(journal, status.kind) }
  }

  /// Verifies that the folder is not an unfinished first backup.
  private static func checkIsNoUnfinishedBackup(_ root: Folder) throws(PageStoreError) {
    guard try root.status(of: Self.backupMarkName) != nil,
      try root.status(of: catalogName) == nil
    else { return }
    throw .notAStore(path: root.path)
  }

  /// Verifies the header of the catalog, before SQLite opens it.
  func checkCatalogHeader() throws(PageStoreError) {
    guard let status = try root.status(of: Self.catalogName), status.byteCount > 0 else { return }
    let (file, _) = try root.openToRead(Self.catalogName)
    let key = try SystemCalls.status(of: file).identity
    defer { CatalogLocks.close(key) { SystemCalls.closeFile(file) } }
    let header = try SystemCalls.bytes(of: file, at: 0, byteCount: CatalogHeader.byteCount)
    try CatalogHeader(header).check(path: catalog)
  }

  /// Verifies that no page was ever stored.
  ///
  /// A store that lost its catalog looks new except for its records. Creating a new catalog would
  /// treat all originals as leftovers of a killed process.
  func checkHasNoRecords() throws(PageStoreError) {
    guard try !hasRecords() else { throw .corrupted(.catalog(message: "it is missing")) }
  }

  /// Returns whether there is any record.
  func hasRecords() throws(PageStoreError) -> Bool {
    var isEmpty = true
    try SystemCalls.forEachName(in: records.descriptor) { (name) throws(PageStoreError) in
      isEmpty = try records.status(of: name).map { $0.kind == .file && $0.byteCount == 0 } ?? true
      return isEmpty
    }
    return !isEmpty
  }

  /// Returns the folder name for digests that begin with a byte.
  static func prefix(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
