// SPDX-License-Identifier: Apache-2.0

import GRDB
import GallerySystem

/// A damaged catalog, opened as far as possible.
///
/// Each table has the same root page in all stores: an altered first page, with the header and the
/// schema, can be replaced by that of a new catalog. This happens in a copy.
struct DamagedCatalog {
  let folder: StoreFolder

  private static let copyName = StoreFolder.catalogName + ".salvage"
  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  /// Calls `body` with the catalog, or with `nil` if nothing is readable.
  func read<Result>(_ body: (Database?) throws -> Result) throws(PageStoreError) -> Result {
    defer { try? removeCopy() }
    do {
      let queue = try openCopy() ?? openMended()
      guard let queue else { return try body(nil) }
      defer { try? queue.close() }
      return try queue.unsafeRead { try body($0) }
    } catch {
      throw CatalogErrorConversion.error(error)
    }
  }

  /// Opens a copy of the catalog with its log.
  private func openCopy() throws -> DatabaseQueue? {
    try removeCopy()
    for suffix in ["", "-wal"] {
      try copy(StoreFolder.catalogName + suffix, to: Self.copyName + suffix)
    }
    return try open()
  }

  /// Opens the copy with the first page of one of the versions.
  private func openMended() throws -> DatabaseQueue? {
    // The readable part of the log belongs to the catalog; the rest was already lost.
    if let queue = try? CatalogConnection.openAnything(named: name, configuration) {
      do {
        try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
      } catch {
        let failure = CatalogErrorConversion.error(error)
        guard case .corrupted = failure else { throw failure }
      }
      try? queue.close()
    }
    for suffix in Self.suffixes.dropFirst() { try folder.root.remove(Self.copyName + suffix) }
    guard let status = try folder.root.status(of: Self.copyName),
      status.byteCount > CatalogHeader.pageByteCount
    else { return nil }
    for version in (1...CatalogSchema.version).reversed() {
      try mend(version, byteCount: status.byteCount)
      if let queue = try open(), try queue.unsafeRead({ try hasRows($0) }) { return queue }
    }
    return nil
  }

  private func hasRows(_ db: Database) throws -> Bool {
    var found = false
    try TolerantReader(db: db).each("document", DocumentRow.columns) { row in
      found = found || (try? DocumentRow(row)) != nil
    }
    try TolerantReader(db: db).each("page", PageRow.columns) { row in
      found = found || (try? PageRow(row)) != nil
    }
    return found
  }

  private var name: String { CatalogConnection.shared(folder.root.path(of: Self.copyName)) }

  private var configuration: Configuration {
    CatalogConnection.configuration(lockTimeout: .zero)
  }

  /// Opens the copy if it has the tables of a page store.
  private func open() throws -> DatabaseQueue? {
    guard try folder.root.status(of: Self.copyName) != nil else { return nil }
    var configuration = configuration
    configuration.readonly = true
    do {
      let queue = try CatalogConnection.open(named: name, configuration)
      return queue
    } catch {
      let failure = CatalogErrorConversion.error(error)
      guard case .corrupted = failure else { throw failure }
      return nil
    }
  }

  /// Overwrites the first page of the copy with that of a new catalog.
  private func mend(_ version: Int, byteCount: Int) throws {
    var page = try Self.firstPage(of: version)
    let pageCount = UInt32(clamping: byteCount / CatalogHeader.pageByteCount)
    func set(_ number: UInt32, at offset: Int) {
      for place in 0..<4 { page[offset + place] = UInt8(number >> (24 - 8 * UInt32(place)) & 0xFF) }
    }
    set(pageCount, at: 28)
    // No free list: the copy is never written to.
    set(0, at: 32)
    set(0, at: 36)
    // No write-ahead log.
    (page[18], page[19]) = (1, 1)
    let (file, _) = try folder.root.openToWrite(Self.copyName)
    defer { SystemCalls.closeFile(file) }
    try SystemCalls.write(page, to: file, at: 0)
  }

  private static func firstPage(of version: Int) throws -> [UInt8] {
    let queue = try DatabaseQueue()
    return try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA page_size = \(CatalogHeader.pageByteCount)")
      try db.inTransaction {
        for step in CatalogSchema.steps.prefix(version) { try step(db) }
        try db.execute(sql: "PRAGMA application_id = \(CatalogHeader.applicationID)")
        try db.execute(sql: "PRAGMA user_version = \(version)")
        return .commit
      }
      // The in-memory database in its file form.
      let bytes = try db.serialized()
      return Array(bytes.prefix(CatalogHeader.pageByteCount))
    }
  }

  private func copy(_ source: String, to target: String) throws(PageStoreError) {
    guard try folder.root.status(of: source)?.kind == .file else { return }
    let (file, byteCount) = try folder.root.openToRead(source)
    defer { SystemCalls.closeFile(file) }
    let copy = try folder.root.create(target)
    defer { SystemCalls.closeFile(copy) }
    var offset = 0
    while offset < byteCount {
      let piece = try SystemCalls.bytes(of: file, at: offset, byteCount: 1 << 20)
      guard !piece.isEmpty else { return }
      try SystemCalls.write(piece, to: copy)
      offset += piece.count
    }
  }

  private func removeCopy() throws(PageStoreError) {
    for suffix in Self.suffixes {
      try folder.root.checkIsOwnFile(Self.copyName + suffix)
      try folder.root.remove(Self.copyName + suffix)
    }
  }
}
