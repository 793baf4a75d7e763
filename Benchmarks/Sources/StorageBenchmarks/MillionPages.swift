// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// A store with a document of a million pages that share a few bytes.
struct MillionPages {
  let store: PageStore
  let document: DocumentID
  let count: Int

  /// Opens the store in a folder, and creates it if necessary, which takes minutes.
  init(in folder: String) async throws {
    store = try await PageStore.open(at: folder + "/million")
    let document = try await Self.largest(in: store)
    if document.pageCount < 1_000_000 { try await Self.fill(store, document.id) }
    self.document = document.id
    count = try await store.document(document.id).pageCount
  }

  private static func largest(in store: PageStore) async throws -> Document {
    let largest = try await store.documents().max { $0.pageCount < $1.pageCount }
    if let largest { return largest }
    return try await store.createDocument(title: "million")
  }

  /// Doubles a document until it is large enough.
  private static func fill(_ store: PageStore, _ document: DocumentID) async throws {
    var count = try await store.document(document).pageCount
    if count == 0 {
      let inputs = try (0..<250).map { PageInput.bytes(try SamplePages.small($0)) }
      for outcome in await store.ingest(inputs, into: document) { _ = try outcome.get() }
      count = inputs.count
    }
    while count < 1_000_000 {
      let copy = try await store.duplicate(document)
      count = try await store.merge(copy.id, into: document).pageCount
    }
  }
}

/// The cost of reading and moving in a large document, compared with SQLite alone.
struct LargeDocumentFigures {
  private static let lookUp = "SELECT ratio FROM page WHERE id = ?"
  private static let change = "UPDATE page SET ratio = ratio + 1 WHERE id = ?"

  let pages: MillionPages
  let database: Database
  let log: Log
  /// Pages spread over the document.
  let sample: [PageID]

  init(in folder: String) async throws {
    pages = try await MillionPages(in: folder)
    database = try Self.database(folder + "/floor.sqlite", count: pages.count)
    log = try Log(path: folder + "/floor.log")
    var sample: [PageID] = []
    for index in stride(from: 0, to: pages.count - 50, by: pages.count / 1000) {
      sample.append(try await pages.store.pages(in: index..<index + 1, of: pages.document)[0].id)
    }
    self.sample = sample
  }

  private static func database(_ path: String, count: Int) throws -> Database {
    let database = try Database(path: path)
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS page (id INTEGER PRIMARY KEY, ratio REAL);
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
      INSERT OR IGNORE INTO page SELECT n, 0.7 FROM number;
      """)
    return database
  }

  func runReads(rounds: Int) async throws {
    let row = "a row of SQLite"
    let rows = "50 rows of SQLite"
    try await StageTable.run(
      "of a document of \(pages.count) pages",
      [
        Stage(name: row, peer: row, count: sample.count) { _ in try readRows(1) },
        Stage(name: "aspect ratio", peer: row, count: sample.count) { _ in
          for page in sample { _ = try await pages.store.aspectRatio(of: page) }
        },
        Stage(name: rows, peer: rows, count: sample.count) { _ in try readRows(50) },
        Stage(name: "window of 50", peer: rows, count: sample.count, work: readWindows),
      ], rounds: rounds)
  }

  private func readRows(_ count: Int) throws {
    for number in sample.indices {
      let first = number * (pages.count / sample.count)
      // A single row is a transaction of its own; several rows are read from one snapshot.
      if count > 1 { try database.first("BEGIN", 0) { _ in } }
      for id in first..<first + count {
        try database.first(Self.lookUp, Int64(id)) { _ in }
      }
      if count > 1 { try database.first("COMMIT", 0) { _ in } }
    }
  }

  private func readWindows(round: Int) async throws {
    for number in sample.indices {
      let first = number * ((pages.count - 50) / sample.count)
      _ = try await pages.store.pages(in: first..<first + 50, of: pages.document)
    }
  }

  func runThumbnails(rounds: Int) async throws {
    let row = "a row of SQLite"
    for page in sample { _ = try await pages.store.thumbnail(of: page, style: .strip(height: 48)) }
    try await StageTable.run(
      "a thumbnail, 48 px",
      [
        Stage(name: row, peer: row, count: sample.count) { _ in try readRows(1) },
        Stage(name: "cached thumbnail", peer: row, count: sample.count) { _ in
          for page in sample {
            _ = try await pages.store.thumbnail(of: page, style: .strip(height: 48))
          }
        },
      ], rounds: rounds)
  }

  func runMoves(rounds: Int) async throws {
    let count = 100
    let commit = "a commit of SQLite"
    try await StageTable.run(
      "a change of a document of \(pages.count) pages",
      [
        Stage(name: commit, peer: commit, count: count) { _ in
          for id in sample.prefix(count) { try database.first(Self.change, id.number) { _ in } }
        },
        Stage(name: "append 4 KiB and sync", peer: commit, count: count) { _ in
          for _ in 0..<count { try log.append() }
        },
        Stage(name: "both", peer: commit, count: count) { _ in
          for id in sample.prefix(count) {
            try log.append()
            try database.first(Self.change, id.number) { _ in }
          }
        },
        Stage(name: "move a page", peer: "both", count: count) { round in
          for (place, id) in sample.prefix(count).enumerated() {
            let index = (place * 7919 + round * 104_729) % pages.count
            try await pages.store.move(id, to: index)
          }
        },
      ], rounds: rounds)
  }
}

extension PageID {
  fileprivate var number: Int64 { Int64(bitPattern: rawValue) }
}
