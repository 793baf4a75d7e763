// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryModel
import PageImaging

/// Makes a catalogue from the records of the originals, when the old one cannot be read.
struct CatalogueRebuilding {
  let folder: StoreFolder
  let configuration: PageStoreConfiguration

  /// Puts the old catalogue aside and makes a new one.
  ///
  /// - Throws: `PageStoreError.locked` if another process receives pages, and what opening can throw.
  func run() throws(PageStoreError) {
    let slots = try takeAllSlots()
    try putAside()
    let catalogue = try Catalogue(path: folder.catalogue, lockTimeout: configuration.lockTimeout)
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
    for suffix in ["", "-wal", "-shm"] {
      guard try SystemCalls.byteCount(of: folder.catalogue + suffix) != nil else { continue }
      try SystemCalls.rename(folder.catalogue + suffix, to: "\(aside)/catalogue.sqlite\(suffix)")
    }
    try SystemCalls.synchronizeFolder(folder.path)
  }

  private func write(_ history: RecordHistory, _ db: Database) throws {
    let repair = CatalogueRepair(db: db, folder: folder, limits: configuration.limits)
    let present = try history.pages.filter { page in
      try SystemCalls.byteCount(of: folder.blob(page.value.digest)) != nil
    }
    let byDocument = Dictionary(grouping: present, by: \.value.document)
    for document in Set(byDocument.keys).union(history.titles.keys)
      .sorted(by: { $0.rawValue < $1.rawValue })
    {
      let now = SystemCalls.milliseconds
      try db.execute(
        sql: "INSERT INTO document (id, title, created, modified, metadata) VALUES (?, ?, ?, ?, ?)",
        arguments: [document.rawValue, history.titles[document] ?? "", now, now, "{}"])
      var editor = try DocumentEditor(db, document)
      for (id, page) in (byDocument[document] ?? []).sorted(by: {
        $0.key.rawValue < $1.key.rawValue
      }) {
        try repair.add(id, page.digest, to: document)
        try editor.order.insert(id.rawValue, at: editor.order.count)
      }
      try editor.finish(nil)
    }
    let last = history.pages.keys.map(\.rawValue).max() ?? 0
    try db.execute(
      sql: "UPDATE counter SET next = ? WHERE name = 'page'",
      arguments: [Int64(bitPattern: last) + 1])
  }
}

/// What records say of the documents and pages of a store.
struct RecordHistory {
  var titles: [DocumentID: String] = [:]
  var pages: [PageID: (document: DocumentID, digest: ContentDigest)] = [:]

  mutating func take(_ record: StoreRecord) {
    switch record {
    case .document(let id, let title): titles[id] = title
    case .page(let id, let document, let digest): pages[id] = (document, digest)
    case .replacement(let id, let digest): pages[id]?.digest = digest
    }
  }
}
