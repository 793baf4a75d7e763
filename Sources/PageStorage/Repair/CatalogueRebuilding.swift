// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryModel
import PageImaging

/// Makes a catalogue from the records of the originals, when the old one cannot be read.
struct CatalogueRebuilding {
  let folder: StoreFolder
  let configuration: PageStoreConfiguration

  /// Makes a new catalogue and puts the old one aside.
  ///
  /// The new one gets its name when it is complete: who is killed before leaves a store without a
  /// catalogue, which can be repaired again and is never taken for an empty one.
  ///
  /// - Throws: `PageStoreError.locked` if another process receives pages, and what opening can throw.
  func run() throws(PageStoreError) {
    let slots = try takeAllSlots()
    let new = folder.catalogue + ".new"
    for suffix in ["", "-wal", "-shm"] { try SystemCalls.removeFile(new + suffix) }
    try makeCatalogue(new, slots)
    try putAside()
    try SystemCalls.rename(new, to: folder.catalogue)
    try SystemCalls.synchronizeFolder(folder.path)
  }

  private func makeCatalogue(_ path: String, _ slots: [Slot]) throws(PageStoreError) {
    let catalogue = try Catalogue(path: path, lockTimeout: configuration.lockTimeout)
    defer { catalogue.close() }
    try catalogue.write { db in
      var history = RecordHistory()
      for slot in slots {
        for record in try slot.records.records() { history.take(record) }
        try db.execute(
          sql: "INSERT INTO record VALUES (?, ?)",
          arguments: [slot.number, try slot.records.byteCount])
      }
      try write(history, db)
    }
    // Into the one file that gets another name.
    try catalogue.checkpoint()
  }

  private func takeAllSlots() throws(PageStoreError) -> [Slot] {
    var slots: [Slot] = []
    for name in try SystemCalls.names(in: folder.records) {
      guard let number = Int(name) else { continue }
      guard let slot = try Slot.take(number, in: folder) else { throw .locked(waited: .zero) }
      slots.append(slot)
    }
    return slots.sorted { $0.number < $1.number }
  }

  private func putAside() throws(PageStoreError) {
    let aside = "\(folder.path)/damaged-\(SystemCalls.milliseconds)"
    try SystemCalls.makeFolder(aside)
    // The log last: the catalogue without it would be an older one.
    for suffix in ["", "-wal", "-shm"] {
      guard try SystemCalls.byteCount(of: folder.catalogue + suffix) != nil else { continue }
      try SystemCalls.rename(folder.catalogue + suffix, to: "\(aside)/catalogue.sqlite\(suffix)")
    }
    try SystemCalls.synchronizeFolder(aside)
    try SystemCalls.synchronizeFolder(folder.path)
  }

  private func write(_ history: RecordHistory, _ db: Database) throws {
    let repair = CatalogueRepair(db: db, folder: folder, limits: configuration.limits)
    let present = try history.documents.compactMap { page, document in
      // Bytes that were replaced are gone, unless another page has them.
      try (history.digests[page] ?? []).last { digest in
        try SystemCalls.byteCount(of: folder.blob(digest)) != nil
      }.map { (id: page, document: document, digest: $0) }
    }
    let byDocument = Dictionary(grouping: present, by: \.document)
    for document in Set(byDocument.keys).union(history.titles.keys)
      .sorted(by: { $0.rawValue < $1.rawValue })
    {
      let now = SystemCalls.milliseconds
      try db.execute(
        sql: "INSERT INTO document (id, title, created, modified, metadata) VALUES (?, ?, ?, ?, ?)",
        arguments: [document.rawValue, history.titles[document] ?? "", now, now, "{}"])
      var editor = try DocumentEditor(db, document)
      for page in (byDocument[document] ?? []).sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
        try repair.add(page.id, page.digest, to: document)
        try editor.order.insert(page.id.rawValue, at: editor.order.count)
      }
      try editor.finish(nil)
    }
    let last = history.digests.keys.map(\.rawValue).max() ?? 0
    try db.execute(
      sql: "UPDATE counter SET next = ? WHERE name = 'page'",
      arguments: [Int64(bitPattern: last) + 1])
  }
}

/// What records say of the documents and pages of a store.
///
/// Each process has records of its own, and nothing says which of two records of different processes
/// came first.
struct RecordHistory {
  var titles: [DocumentID: String] = [:]
  /// The document of each page.
  var documents: [PageID: DocumentID] = [:]
  /// The bytes that each page has had, those it came with first.
  var digests: [PageID: [ContentDigest]] = [:]

  mutating func take(_ record: StoreRecord) {
    switch record {
    case .change: break
    case .document(let id, let title): titles[id] = title
    case .page(let id, let document, let digest):
      documents[id] = document
      digests[id, default: []].insert(digest, at: 0)
    case .replacement(let id, let digest): digests[id, default: []].append(digest)
    }
  }
}
