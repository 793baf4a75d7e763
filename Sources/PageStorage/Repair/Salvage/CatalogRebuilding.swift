// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import GallerySystem
import PageImaging

/// Builds a new catalog from sound entries of the old one, the records and the original files.
///
/// Checksums of entries and digests in file names ensure that altered data are not copied. The
/// records supply what entries cannot.
struct CatalogRebuilding {
  let folder: StoreFolder
  let configuration: PageStoreConfiguration
  let history: RecordHistory
  let originals: Set<ContentDigest>

  /// Builds the catalog under its temporary name.
  ///
  /// The old one is not touched.
  ///
  /// - Parameter report: Receives what was rebuilt.
  /// - Throws: `PageStoreError.io`, `.full`, `.versionTooNew`.
  func run(_ report: inout RepairReport) throws(PageStoreError) {
    let creation = CatalogCreation(folder: folder)
    let queue = try creation.make()
    do {
      let found = try DamagedCatalog(folder: folder).read { old in
        try queue.writeWithoutTransaction { db in
          var result = report
          try db.inTransaction(.immediate) {
            result = try fill(db, from: old, report)
            return .commit
          }
          return result
        }
      }
      report = found
      try queue.close()
    } catch {
      try? queue.close()
      throw CatalogErrorConversion.error(error)
    }
  }

  private func fill(
    _ db: Database, from old: Database?, _ report: RepairReport
  ) throws -> RepairReport {
    var report = report
    let source = SalvageSource(old: old, history: history, originals: originals)
    let target = SalvageTarget(db: db, folder: folder, limits: configuration.limits)
    // References are complete at the end.
    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
    var copy = CatalogCopy(source: source, target: target)
    try copy.run(&report)
    let acknowledged = try CommitMark.last(in: folder.records)
    try copy.takeLostChanges(&report, acknowledged: acknowledged)
    try copy.copyMetadata(&report)
    try copy.copyReceipts(&report)
    report.lostChangeCount = Int(clamping: max(0, acknowledged - copy.lastChange))
    if old == nil { report.lostChangeCount = max(report.lostChangeCount, history.changes.count) }
    try copy.finish(lastNumber: max(history.lastNumber, acknowledged))
    report.removeDuplicates()
    return report
  }
}

/// The sources of a new catalog.
struct SalvageSource {
  let old: Database?
  let history: RecordHistory
  /// The existing originals, by file name.
  let originals: Set<ContentDigest>

  /// Returns the original whose digest differs from another in only a few bits.
  func original(near digest: ContentDigest) -> ContentDigest? {
    if originals.contains(digest) { return digest }
    return originals.first { $0.distance(to: digest) <= Self.nearBitCount }
  }

  // Digests of different files differ in about 128 bits.
  private static let nearBitCount = 16
}

/// The new catalog.
struct SalvageTarget {
  let db: Database
  let folder: StoreFolder
  let limits: DecodingLimits

  /// Returns the entry of an original, rebuilt from its file if it is missing.
  func blob(of digest: ContentDigest) throws -> BlobRow {
    if let row = try db.original(digest) { return row }
    var row = try BlobRow.insert(db, digest, byteCount: 0, header: nil, damage: nil)
    try row.readHeader(folder, limits)
    try db.update(row)
    return row
  }
}

extension BlobRow {
  /// Reads the facts of an original from its file.
  ///
  /// - Throws: `PageStoreError.io` if the disk fails.
  mutating func readHeader(
    _ folder: StoreFolder, _ limits: DecodingLimits
  ) throws(PageStoreError) {
    guard let (file, byteCount) = try folder.open(digest) else {
      damage = damage ?? Self.lostDamage
      return
    }
    defer { SystemCalls.closeFile(file) }
    self.byteCount = byteCount
    try readHeader(limits) { () throws(ImagingError) in try ByteSource(readingFrom: file) }
  }

  /// Rereads the header of bytes.
  ///
  /// - Throws: `PageStoreError.io`.
  mutating func readHeader(
    _ limits: DecodingLimits, of source: () throws(ImagingError) -> ByteSource
  ) throws(PageStoreError) {
    do throws(ImagingError) {
      header = PageHeader(try ImageHeader(reading: try source(), limits: limits))
      damage = nil
    } catch {
      if case .io(let operation, let errno) = error {
        throw PageStoreError.io(operation: operation, errno: errno)
      }
      (header, damage) = (nil, error.description)
    }
  }

  static let lostDamage = "the original bytes are missing or were changed"

  /// Whether the bytes are noted as lost.
  var isMarkedLost: Bool { damage == Self.lostDamage }
}
