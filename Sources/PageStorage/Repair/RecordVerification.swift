// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryModel

/// Makes sure that a lost catalogue could be made anew from the records.
struct RecordVerification {
  let folder: StoreFolder
  let db: Database

  private final class Findings {
    var titles: [DocumentID: String] = [:]
    /// The pages whose bytes are recorded as the catalogue has them.
    var pages: Set<UInt64> = []
  }

  /// Reads all records and compares them with the catalogue.
  ///
  /// - Returns: The files of what was changed or is missing.
  func run() throws -> Set<VerificationReport.Problem> {
    var problems: Set<VerificationReport.Problem> = []
    let findings = Findings()
    for slot in try db.integers("SELECT slot FROM record").map({ Int(clamping: $0) }) {
      let isWhole = try read(slot, findings)
      if !isWhole { problems.insert(.records(path: folder.records.path(of: "\(slot)"))) }
    }
    try CommitMark.forEach(in: folder.records) { (name, bytes) throws(PageStoreError) in
      guard !CommitMark.isWhole(bytes) else { return }
      problems.insert(.records(path: folder.records.path(of: name)))
    }
    // Of what is missing, the folder is the place.
    if try problems.isEmpty && !isComplete(findings) {
      problems.insert(.records(path: folder.records.path))
    }
    return problems
  }

  /// Reads the committed records of a slot.
  ///
  /// - Returns: Whether all are as they were written.
  private func read(_ slot: Int, _ findings: Findings) throws -> Bool {
    // Its own problem, which is known.
    guard let settled = try? RecordRow.fetch(db, slot: slot), settled > 0 else { return true }
    guard try folder.records.status(of: "\(slot)")?.kind == .file else { return false }
    let (file, byteCount) = try folder.records.openToRead("\(slot)")
    defer { SystemCalls.closeFile(file) }
    guard byteCount >= settled else { return false }
    var isWhole = true
    var records: [StoreRecord] = []
    try RecordReader(descriptor: file).forEach(from: 0, to: settled) { record, _ in
      if let record { records.append(record) } else { isWhole = false }
      if records.count > 10_000 { take(&records, findings) }
    }
    take(&records, findings)
    return isWhole
  }

  private func take(_ records: inout [StoreRecord], _ findings: Findings) {
    for record in records {
      switch record {
      case .change, .removedPage, .removedDocument: break
      case .document(let id, let title): findings.titles[id] = title
      case .page(let page, _, let digest), .replacement(let page, let digest):
        // A page that is gone, or damaged, is not the records' fault.
        let stored = try? StoredPage.fetch(db, page)
        if (stored ?? nil)?.digest == digest { findings.pages.insert(page.rawValue) }
      }
    }
    records = []
  }

  private func isComplete(_ findings: Findings) throws -> Bool {
    let pages = try db.integers("SELECT id FROM page NOT INDEXED")
    let documents = try db.integers("SELECT id FROM document")
    return pages.allSatisfy { findings.pages.contains(UInt64(bitPattern: $0)) || !isSound($0) }
      && documents.allSatisfy { findings.titles[DocumentID($0)] != nil }
  }

  private func isSound(_ page: Int64) -> Bool {
    let stored = try? StoredPage.fetch(db, PageID(UInt64(bitPattern: page)))
    return (stored ?? nil) != nil
  }
}
