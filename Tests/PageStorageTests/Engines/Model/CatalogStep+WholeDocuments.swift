// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages

@testable import PageStorage

extension CatalogStep {
  func split(_ number: Int, at place: Int, _ db: any CatalogTransaction) throws -> String {
    guard let document = try chosen(number, db) else { return "none" }
    var old = try DocumentEditor(db, document)
    let index = place % (old.order.count + 1)
    let id = try DocumentRow.insert(db, title: "Second half", metadata: [:])
    var new = try DocumentEditor(db, id)
    let moved = try old.order.takeTail(from: index)
    try new.receive(moved, at: 0)
    try old.finish(nil)
    try new.finish(nil)
    return "\(id) has \(moved)"
  }

  func merge(_ first: Int, into second: Int, _ db: any CatalogTransaction) throws -> String {
    guard let source = try chosen(first, db), let target = try chosen(second, db), source != target
    else { return "same" }
    var old = try DocumentEditor(db, source)
    var new = try DocumentEditor(db, target)
    let start = new.order.count
    let moved = try old.order.takeTail(from: 0)
    try old.order.flush()
    try new.receive(moved, at: start)
    for page in try db.pages(where: .document(source)) { try PageRow.give(db, page, to: target) }
    try new.finish(try Changeset(appending: moved, at: start, db))
    try db.removeDocument(source)
    try ChangeLog.append(.removed, of: source, to: db)
    return "\(moved.count)"
  }

  func copy(_ number: Int, _ db: any CatalogTransaction) throws -> String {
    guard let document = try chosen(number, db) else { return "none" }
    let count = try db.presentState(of: document).count
    let next = try db.counter(.page) ?? 1
    try db.set(.page, to: next + Int64(count))
    let id = try DocumentRow.insert(db, title: "Copy", metadata: [:])
    let ids = (0..<count).map { PageID(UInt64(next) + UInt64($0)) }
    var (records, new) = try DocumentEditor.copy(document, to: id, ids, db)
    try new.finish(nil)
    return "\(records)"
  }

  func describe(_ number: Int, _ text: Int, _ db: any CatalogTransaction) throws -> String {
    let last = try db.lastPageNumber()
    guard last > 0, let row = try db.page(PageID(UInt64(1 + Int64(number) % last))) else {
      return "none"
    }
    let content = text == 0 ? PageMetadata.emptyText : "{\"source\":\"\(text)\"}"
    let isNew = try PageMetadataRow.isNew(content, of: row.id, db)
    try PageMetadataRow.store(content, of: row.id, db)
    try ChangeLog.append(.pageMetadataChanged, of: row.document, pages: [row.id], to: db)
    return "\(row.id) \(isNew) \(try PageMetadataRow.soundText(db, of: row.id) ?? "-")"
  }

  func setTrash(_ number: Int, to time: Int64?, _ db: any CatalogTransaction) throws -> String {
    guard let document = try chosen(number, db, isTrashed: time == nil) else { return "none" }
    var state = try db.presentDocument(document, isTrashed: time == nil).state
    state.trashed = time
    try db.update(state)
    try ChangeLog.append(time == nil ? .restored : .trashed, of: document, to: db)
    return "\(document)"
  }

  func purge(_ db: any CatalogTransaction) throws -> String {
    let purge = Purge(db: db, limit: .max)
    try purge.beginDocuments()
    var counts: [Int] = []
    repeat {
      counts.append(try purge.removePortion(isRecorded: counts.count % 2 == 1).rowCount)
    } while counts.count < 2 || counts.suffix(2) != [0, 0]
    return "\(counts) \(try purge.removeEmptyDocuments().records)"
  }

  func keep(_ number: Int, _ hours: Int, _ db: any CatalogTransaction) throws -> String {
    let time = Date(timeIntervalSince1970: Double(hours) * 3_600)
    let key = EditKey("receipt \(number)")
    if let known = try ReceiptRow.fetch(db, key, at: time) { return "known since \(known.time)" }
    var digest = ContentDigestBuilder()
    withUnsafeBytes(of: number) { digest.add($0) }
    let near = try ReceiptRow.neighborhood(of: key.digest, at: time.milliseconds, db)
    let request = KeyedRequest(key: key, digest: digest.digest, time: time)
    try ReceiptRow(request, response: [UInt8(number)]).insert(near: near, db)
    return "kept"
  }

  /// Returns one of the documents, `nil` if there is none.
  func chosen(
    _ number: Int, _ db: any CatalogTransaction, isTrashed: Bool = false
  ) throws -> DocumentID? {
    let listed = try DocumentListing(db, isTrashed: isTrashed).documents
    return listed.isEmpty ? nil : listed[number % listed.count].id
  }
}
