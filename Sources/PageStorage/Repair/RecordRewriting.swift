// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import GallerySystem

/// Rewrites the records of all documents and pages into one new file, and sets aside the old files.
struct RecordRewriting {
  let folder: StoreFolder
  let catalog: Catalog

  private static let windowByteCount = 1 << 20

  func run(_ aside: AsideFolder) throws(PageStoreError) {
    let old = try folder.records.names()
    let taken = Set(old.map(RecordFile.recordName))
    var number = 0
    while taken.contains("\(number)") { number += 1 }
    let records = try RecordFile(number, in: folder.records)
    let length = try catalog.read { db in try Self.write(db, to: records.descriptor) }
    try catalog.write { db in
      try db.execute(sql: "DELETE FROM record")
      try RecordRow.store(length, slot: number, db)
      try ChangeLog.appendUnnamed(after: ChangeLog.lastNumber(db), to: db)
    }
    for names in RecordFile.inOrderOfRemoval(old) {
      for name in names { try aside.take(name, of: folder.records) }
      try aside.synchronize()
      try folder.records.synchronize()
    }
  }

  /// Writes a record of each document and page.
  ///
  /// - Parameters:
  ///   - db: The catalog.
  ///   - file: The open file, which is empty.
  /// - Returns: The length of the file.
  /// - Throws: `PageStoreError`, `DatabaseError`.
  static func write(_ db: Database, to file: Int32) throws -> Int {
    var bytes = StoreRecord.change(try ChangeLog.lastNumber(db) + 1).line
    var length = 0
    func flush() throws(PageStoreError) {
      try SystemCalls.write(bytes, to: file)
      length += bytes.count
      bytes = []
    }
    try db.each("SELECT \(DocumentRow.columns) FROM document ORDER BY id") { row in
      let row = try DocumentRow(row)
      bytes += StoreRecord.document(row.state.id, title: row.title).line
      if let record = row.metadataRecord { bytes += record.line }
      if bytes.count > windowByteCount { try flush() }
    }
    try db.each(
      "SELECT page.id, page.document, blob.digest FROM page JOIN blob ON blob.id = page.blob "
        + "ORDER BY page.id"
    ) { row in
      guard let digest = row.digest(2) else {
        return
      }
      let page = PageID(UInt64(bitPattern: row.integer(0)))
      bytes += StoreRecord.page(page, DocumentID(row.integer(1)), digest).line
      if bytes.count > windowByteCount { try flush() }
    }
    try db.each("SELECT \(PageMetadataRow.columns) FROM \(PageMetadataRow.ofPages) ORDER BY id") {
      row in
      let row = try PageMetadataRow(row)
      bytes += StoreRecord.metadata(row.id, text: row.text).line
      if bytes.count > windowByteCount { try flush() }
    }
    try flush()
    try SystemCalls.synchronize(file)
    return length
  }
}
