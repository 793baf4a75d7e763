// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryModel

/// Repairs a store that nobody else has open.
///
/// First it reads, then it makes what is new beside the old, and last it puts the old aside. A disk that
/// fails to read is asked once more; if it fails again, nothing is changed.
struct StoreRepair {
  let folder: StoreFolder
  let configuration: PageStoreConfiguration

  /// Repairs the store.
  ///
  /// - Throws: `PageStoreError.notAStore` if there are no records of one, `.versionTooNew`, `.irregularFile`,
  ///   `.full`, `.io`.
  func run() throws(PageStoreError) -> RepairReport {
    do {
      return try attempt()
    } catch {
      guard case .io = error else { throw error }
    }
    return try attempt()
  }

  private func attempt() throws(PageStoreError) -> RepairReport {
    var report = RepairReport()
    let aside = Aside(folder)
    let found = try CatalogueConnection.withoutReadFailures {
      () throws(PageStoreError) -> Condition in try condition()
    }
    switch found {
    case .sound: break
    case .damagedRecords: report.recordsWereRewritten = true
    case .damaged:
      try rebuildCatalogue(&report, aside)
      (report.catalogueWasRebuilt, report.recordsWereRewritten) = (true, true)
    }
    try mend(&report, aside)
    try aside.synchronize()
    report.putAside = aside.paths
    return report
  }
}

// MARK: - Diagnosis

extension StoreRepair {
  private enum Condition {
    case sound
    case damagedRecords
    case damaged
  }

  private func condition() throws(PageStoreError) -> Condition {
    do throws(PageStoreError) {
      try folder.checkCatalogueMark()
      guard try folder.root.status(of: StoreFolder.catalogueName)?.byteCount ?? 0 > 0 else {
        try folder.checkHasNoRecords()
        throw .notAStore(path: folder.catalogue)
      }
      let catalogue = try Catalogue(in: folder, lockTimeout: configuration.lockTimeout)
      defer { catalogue.close() }
      return try condition(of: catalogue)
    } catch {
      switch error {
      case .corrupted: return .damaged
      // Beside records of a store it is a catalogue whose mark was changed.
      case .notAStore where try folder.hasRecords(): return .damaged
      default: throw error
      }
    }
  }

  private func condition(of catalogue: Catalogue) throws(PageStoreError) -> Condition {
    let recovery = Recovery(folder: folder, catalogue: catalogue)
    try recovery.checkMarks()
    _ = try recovery.run()
    var report = VerificationReport()
    let records = try catalogue.read { db in
      _ = try CatalogueVerification(db: db).run(&report)
      return try RecordVerification(folder: folder, db: db).run()
    }
    if !report.problems.isEmpty { return .damaged }
    return records.isEmpty ? .sound : .damagedRecords
  }
}

// MARK: - A new catalogue

extension StoreRepair {
  private func rebuildCatalogue(
    _ report: inout RepairReport, _ aside: Aside
  ) throws(PageStoreError) {
    let rebuilding = CatalogueRebuilding(
      folder: folder, configuration: configuration, history: try RecordHistory(folder),
      originals: try StoreListing(folder).originals)
    report = try CatalogueConnection.withoutReadFailures {
      [report] () throws(PageStoreError) -> RepairReport in
      var report = report
      try rebuilding.run(&report)
      return report
    }
    // The log first: what is left when this is interrupted is older than the marks, and is repaired again.
    for suffix in ["-wal", "-shm", ""] {
      let name = StoreFolder.catalogueName + suffix
      guard try folder.root.status(of: name) != nil else { continue }
      try aside.take(name, of: folder.root)
      try aside.synchronize()
      try folder.root.synchronize()
    }
    try CatalogueCreation(folder: folder).install()
  }
}

// MARK: - What the catalogue does not know

extension StoreRepair {
  /// Marks damaged originals, adopts those that belong to no page, and writes records anew.
  private func mend(_ report: inout RepairReport, _ aside: Aside) throws(PageStoreError) {
    let catalogue = try Catalogue(in: folder, lockTimeout: configuration.lockTimeout)
    defer { catalogue.close() }
    let listing = try StoreListing(folder)
    for stray in listing.strays { try aside.take(stray.name, of: stray.folder) }
    let originals = OriginalRepair(
      folder: folder, catalogue: catalogue, configuration: configuration)
    report.damagedPages = try originals.markDamage()
    let adopted = try originals.adopt(listing.originals, aside)
    report.recoveredPages += adopted
    if report.recordsWereRewritten || !adopted.isEmpty {
      try RecordRewriting(folder: folder, catalogue: catalogue).run(aside)
    }
    try storeIdentity(catalogue)
  }

  private func storeIdentity(_ catalogue: Catalogue) throws(PageStoreError) {
    guard let status = try folder.root.status(of: StoreFolder.catalogueName) else { return }
    let identity = CatalogueIdentity(status)
    guard try !catalogue.lookUp({ db in try identity.isThat(of: db) }) else { return }
    try catalogue.write { db in try identity.store(db) }
  }
}
