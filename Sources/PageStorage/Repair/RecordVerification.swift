// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import GallerySystem

/// Verifies that a lost catalog could be rebuilt from the records.
struct RecordVerification {
  let folder: StoreFolder
  let db: Database

  private final class Findings {
    var titles: [DocumentID: String] = [:]
    /// The pages whose recorded bytes match the catalog.
    var pages: Set<UInt64> = []
    /// The pages and documents that were added, and those that were permanently removed.
    var (recordedPages, removedPages): (Set<Int64>, Set<Int64>) = ([], [])
    var (recordedDocuments, removedDocuments): (Set<Int64>, Set<Int64>) = ([], [])

    /// The last recorded metadata of each page, with the number of the change.
    private(set) var metadata: [UInt64: (change: Int64, text: UInt64)] = [:]

    /// The last recorded metadata of each document, with the number of the change.
    private var documentMetadata: [DocumentID: (change: Int64, text: UInt64)] = [:]

    /// Notes a metadata record, or the removal of a page, which had them, if it is the latest: a page of a copy may
    /// return.
    ///
    /// - Returns: Whether the record is a metadata record.
    func noteMetadata(_ record: StoreRecord, inChange change: Int64) -> Bool {
      switch record {
      case .metadata(let page, let text):
        guard change >= metadata[page.rawValue]?.change ?? .min else { break }
        metadata[page.rawValue] = (change, Self.sum(of: text))
      case .removedPage(let page):
        guard change >= metadata[page.rawValue]?.change ?? .min else { return false }
        metadata[page.rawValue] = (change, Self.sum(of: PageMetadata.emptyText))
        return false
      case .documentMetadata(let id, let text):
        guard change >= documentMetadata[id]?.change ?? .min else { break }
        documentMetadata[id] = (change, Self.sum(of: text))
      default: return false
      }
      return true
    }

    /// Returns whether the records do not contradict the metadata of a document.
    ///
    /// Records of earlier versions do not contain them.
    func agree(_ text: String, of document: DocumentID) -> Bool {
      documentMetadata[document].map { $0.text == Self.sum(of: text) } ?? true
    }

    /// Returns whether the records contain the metadata of a page.
    func knows(_ text: String, of page: PageID) -> Bool {
      metadata[page.rawValue].map { $0.text == Self.sum(of: text) }
        ?? (text == PageMetadata.emptyText)
    }

    private static func sum(of text: String) -> UInt64 {
      var sum = Checksum()
      var text = text
      text.withUTF8 { sum.add(UnsafeRawBufferPointer($0)) }
      return sum.value
    }

    /// Notes additions and removals.
    func note(_ record: StoreRecord) {
      switch record {
      case .change, .replacement, .metadata, .documentMetadata: break
      case .document(let id, _): recordedDocuments.insert(id.rawValue)
      case .page(let id, _, _): recordedPages.insert(Int64(bitPattern: id.rawValue))
      case .removedPage(let id): removedPages.insert(Int64(bitPattern: id.rawValue))
      case .removedDocument(let id): removedDocuments.insert(id.rawValue)
      }
    }
  }

  /// Reads all records and compares them with the catalog.
  ///
  /// - Parameter report: Receives the files with altered or missing records, and the entries that
  ///   the catalog has lost.
  /// - Throws: `PageStoreError`, `DatabaseError`.
  func run(_ report: inout VerificationReport) throws {
    var isWhole = true
    func note(_ name: String) {
      isWhole = false
      report.add(.records(path: folder.records.path(of: name)))
    }
    let findings = try findings { note("\($0)") }
    for mark in try MarkVerification(folder: folder, db: db).damaged().sorted() { note(mark) }
    // Missing records are reported for the folder.
    if try isWhole && !isComplete(findings) { report.add(.records(path: folder.records.path)) }
    for problem in try lostEntries(findings) { report.add(problem) }
  }

  /// Reads all records and returns the entries that the catalog has lost, the first of each kind.
  func missingEntries() throws -> Set<VerificationReport.Problem> {
    try lostEntries(findings { _ in })
  }

  /// Reads the records of all slots.
  ///
  /// - Parameter damaged: Called with the slots whose records were changed.
  /// - Returns: The findings.
  /// - Throws: `PageStoreError`, `DatabaseError`.
  private func findings(_ damaged: (Int) -> Void) throws -> Findings {
    let findings = Findings()
    for slot in try db.integers("SELECT slot FROM record").map({ Int(clamping: $0) }) {
      let isWhole = try read(slot, findings)
      if !isWhole { damaged(slot) }
    }
    return findings
  }

  /// Returns the entries that were lost without a recorded removal.
  ///
  /// The first version did not record removals; its records have no numbers.
  private func lostEntries(_ findings: Findings) throws -> Set<VerificationReport.Problem> {
    var problems: Set<VerificationReport.Problem> = []
    let pages = findings.recordedPages.subtracting(findings.removedPages)
      .subtracting(try db.integers("SELECT id FROM page NOT INDEXED"))
    if let page = try pages.isEmpty ? nil : recoverable(pages).min() {
      problems.insert(.catalog(message: "the entry of page \(page) is missing"))
    }
    let bare = try findings.metadata.keys.sorted().first { page in
      try !findings.knows(PageMetadata.emptyText, of: PageID(page))
        && isBare(PageID(page))
    }
    if let bare {
      problems.insert(.catalog(message: "the metadata of page \(bare) are missing"))
    }
    let documents = findings.recordedDocuments.subtracting(findings.removedDocuments)
      .subtracting(try db.integers("SELECT id FROM document"))
    if let document = documents.min() {
      problems.insert(.catalog(message: "the entry of document \(document) is missing"))
    }
    return problems
  }

  /// Returns whether a page exists and has no metadata.
  private func isBare(_ page: PageID) throws -> Bool {
    let number = Int64(bitPattern: page.rawValue)
    return try db.integer("SELECT 1 FROM page WHERE id = ?", [number]) != nil
      && db.integer("SELECT 1 FROM pageMetadata WHERE id = ?", [number]) == nil
  }

  /// Returns the pages whose bytes exist.
  ///
  /// A removal on a full disk may be unrecorded; its bytes are removed, or about to be.
  private func recoverable(_ pages: Set<Int64>) throws -> Set<Int64> {
    let history = try RecordHistory(folder)
    var originals = try StoreListing(folder).originals
    try db.each("SELECT digest FROM doomed") { row in
      if let digest = row.digest(0) { originals.remove(digest) }
    }
    return pages.filter {
      history.digest(of: PageID(UInt64(bitPattern: $0)), among: originals) != nil
    }
  }

  /// Reads the committed records of a slot.
  ///
  /// - Returns: Whether all of them are intact.
  private func read(_ slot: Int, _ findings: Findings) throws -> Bool {
    // A damaged row is a problem of its own, reported elsewhere.
    guard let settled = try? RecordRow.fetch(db, slot: slot), settled > 0 else { return true }
    guard try folder.records.status(of: "\(slot)")?.kind == .file else { return false }
    let (file, byteCount) = try folder.records.openToRead("\(slot)")
    defer { SystemCalls.closeFile(file) }
    guard byteCount >= settled else { return false }
    var (isWhole, change) = (true, 0 as Int64)
    var records: [StoreRecord] = []
    try RecordReader(descriptor: file).forEach(from: 0, to: settled) { record, _ in
      if case .change(let number) = record { change = number }
      if change > 0, let record { findings.note(record) }
      guard let record else { return isWhole = false }
      // Metadata are kept separately because they are large.
      if !findings.noteMetadata(record, inChange: change) { records.append(record) }
      if records.count > 10_000 { take(&records, findings) }
    }
    take(&records, findings)
    return isWhole
  }

  private func take(_ records: inout [StoreRecord], _ findings: Findings) {
    for record in records {
      switch record {
      case .change, .metadata, .documentMetadata, .removedPage, .removedDocument: break
      case .document(let id, let title): findings.titles[id] = title
      case .page(let page, _, let digest), .replacement(let page, let digest):
        // A removed or damaged page is not a problem of the records.
        let stored = try? db.storedPage(page)
        if (stored ?? nil)?.digest == digest { findings.pages.insert(page.rawValue) }
      }
    }
    records = []
  }

  private func isComplete(_ findings: Findings) throws -> Bool {
    let pages = try db.integers("SELECT id FROM page NOT INDEXED")
    let documents = try db.integers("SELECT id FROM document")
    return try pages.allSatisfy { findings.pages.contains(UInt64(bitPattern: $0)) || !isSound($0) }
      && documents.allSatisfy { id in
        try findings.titles[DocumentID(id)] != nil && agrees(id, findings)
      }
      && isMetadataKnown(findings)
  }

  /// Returns whether the records match the metadata of a document's entry, if that is sound.
  private func agrees(_ document: Int64, _ findings: Findings) throws -> Bool {
    let sql = "SELECT \(DocumentRow.columns) FROM document WHERE id = ?"
    let row = try db.first(sql, [document]) { try? DocumentRow($0) } ?? nil
    return row.map { findings.agree($0.metadata, of: $0.state.id) } ?? true
  }

  /// Returns whether all metadata of pages could be rebuilt.
  private func isMetadataKnown(_ findings: Findings) throws -> Bool {
    var isKnown = true
    try db.each("SELECT \(PageMetadataRow.columns) FROM \(PageMetadataRow.ofPages)") { row in
      // Damaged metadata are not a problem of the records.
      guard let row = try? PageMetadataRow(row) else { return }
      isKnown = isKnown && findings.knows(row.text, of: row.id)
    }
    return isKnown
  }

  private func isSound(_ page: Int64) -> Bool {
    let stored = try? db.storedPage(PageID(UInt64(bitPattern: page)))
    return (stored ?? nil) != nil
  }
}
