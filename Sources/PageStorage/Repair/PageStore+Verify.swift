// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
import GalleryModel

extension PageStore {
  /// Reads everything and reports what is damaged, page by page.
  ///
  /// Others may read and write meanwhile. Nothing is changed. A store that was opened for reading does
  /// not look for files that belong to no page: those that others bring meanwhile would be among them.
  ///
  /// - Parameter progress: Called after each original with the number of originals that were read
  ///   and of all, on any thread.
  /// - Returns: What was found.
  /// - Throws: `PageStoreError.locked`, `.corrupted` if the catalogue cannot be read at all, `.io`,
  ///   `.closed`.
  /// - Complexity: O(bytes stored).
  public func verify(
    progress: @escaping @Sendable (_ read: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws(PageStoreError) -> VerificationReport {
    try await BlockingWork.run { () throws(PageStoreError) in
      var report = VerificationReport()
      let uses = try self.catalogue.read { db in
        try CatalogueVerification(db: db).run(&report)
      }
      report.originalCount = uses.count
      for (place, use) in uses.enumerated() {
        if try !self.folder.isSound(use.digest), try self.isUsed(use.digest) {
          report.problems += use.pages.map { .original($0, use.digest) }
        }
        progress(place + 1, uses.count)
      }
      if self.configuration.access == .readWrite {
        report.problems += try self.orphans().map { .orphan(path: $0) }
      }
      return report
    }
  }

  /// Whether bytes that were listed before are still needed.
  private func isUsed(_ digest: ContentDigest) throws(PageStoreError) -> Bool {
    try catalogue.lookUp { db in try BlobRow.exists(db, digest) }
  }

  /// The files below `blobs` that nothing needs.
  ///
  /// With the write lock, because files get their names shortly before the commit that needs them.
  func orphans() throws(PageStoreError) -> [String] {
    let folder = folder
    return try catalogue.write { db in
      var orphans: [String] = []
      let doomed = Set(try Data.fetchAll(db, sql: "SELECT digest FROM doomed"))
      for prefix in try SystemCalls.names(in: folder.blobs) where prefix.utf8.count == 2 {
        for name in try SystemCalls.names(in: "\(folder.blobs)/\(prefix)") {
          let digest = ContentDigest(text: prefix + name)
          let isKnown = try digest.map {
            try doomed.contains(Blob($0.bytes)) || BlobRow.exists(db, $0)
          }
          if isKnown != true { orphans.append("\(folder.blobs)/\(prefix)/\(name)") }
        }
      }
      return orphans.sorted()
    }
  }
}

/// Compares the parts of the catalogue with each other, in one snapshot.
struct CatalogueVerification {
  /// An original, and the pages that have it.
  struct Use {
    var digest: ContentDigest
    var pages: [PageID]
  }

  let db: Database

  /// Returns the originals that are in use.
  func run(_ report: inout VerificationReport) throws -> [Use] {
    for message in try String.fetchAll(db, sql: "PRAGMA integrity_check(20)") where message != "ok"
    {
      report.problems.append(.catalogue(message: message))
    }
    for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check") {
      report.problems.append(.catalogue(message: "a reference of \(row[0] as String) is broken"))
    }
    let ordered = try pagesInOrder(&report)
    return try uses(ordered, &report)
  }

  /// Reads the order of every document.
  ///
  /// - Returns: The document of each page that has a place.
  private func pagesInOrder(_ report: inout VerificationReport) throws -> [UInt64: Int64] {
    var places: [UInt64: Int64] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT id, root, pageCount FROM document") {
      let document = DocumentID(row[0])
      var order = PageOrder(db, document, root: row[1], count: row[2])
      do {
        for page in try order.pages(in: 0..<order.count) {
          if places.updateValue(document.rawValue, forKey: page) != nil { throw order.damage }
        }
      } catch is PageStoreError {
        report.problems.append(.order(document))
      }
    }
    return places
  }

  private func uses(
    _ places: [UInt64: Int64], _ report: inout VerificationReport
  ) throws -> [Use] {
    var uses: [Int64: Use] = [:]
    // Pages that an order names and that have no entry.
    var nameless = places
    let brokenOrders = Set(report.problems)
    for number in try Int64.fetchAll(db, sql: "SELECT id FROM page") {
      let id = PageID(UInt64(bitPattern: number))
      nameless[id.rawValue] = nil
      report.pageCount += 1
      do {
        guard let row = try PageRow.fetch(db, id) else { continue }
        let isPlaced = places[id.rawValue] == row.document.rawValue
        guard brokenOrders.contains(.order(row.document)) || isPlaced == (row.trash == nil) else {
          throw PageStoreError.corrupted(.page(id))
        }
        let blob = try BlobRow.fetch(db, id: row.blob)
        uses[row.blob, default: Use(digest: blob.digest, pages: [])].pages.append(id)
      } catch is PageStoreError {
        report.problems.append(.page(id))
      }
    }
    for document in Set(nameless.values) {
      report.problems.append(.order(DocumentID(document)))
    }
    return uses.sorted { $0.key < $1.key }.map(\.value)
  }
}
