// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages

/// The repair of a store that no other process has open.
///
/// It first reads everything, including originals, then writes new files next to the old ones, and
/// finally sets the old ones aside. A failed read is retried once; if it fails again, nothing is
/// changed.
struct StoreRepair {
  let folder: StoreFolder
  let configuration: PageStoreConfiguration

  /// Repairs the store.
  ///
  /// - Throws: `PageStoreError.notAStore` if there are no records of a store, `.versionTooNew`,
  ///   `.irregularFile`, `.full`, `.io`.
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
    try finishInstallation(aside)
    let found = try CatalogueConnection.withoutReadFailures {
      () throws(PageStoreError) -> Diagnosis in try diagnosis()
    }
    let unsound = try unsoundOriginals()
    switch found.condition {
    case .sound: break
    case .damagedRecords: report.recordsWereRewritten = true
    case .damaged:
      try rebuildCatalogue(&report, aside)
      (report.catalogueWasRebuilt, report.recordsWereRewritten) = (true, true)
    }
    try mend(&report, unsound, aside)
    try aside.synchronize()
    report.putAside = found.putAside + report.putAside + aside.paths
    return report
  }

  /// Reads all originals.
  ///
  /// - Returns: Those whose content does not match their names.
  private func unsoundOriginals() throws(PageStoreError) -> Set<ContentDigest> {
    var unsound: Set<ContentDigest> = []
    for digest in try StoreListing(folder).originals {
      let isSound = try folder.isSound(
        digest, byteCount: nil, limit: configuration.maximumPageByteCount)
      if !isSound { unsound.insert(digest) }
    }
    return unsound
  }
}

// MARK: - Diagnosis

extension StoreRepair {
  private enum Condition {
    case sound
    case damagedRecords
    case damaged
  }

  private struct Diagnosis {
    var condition: Condition
    /// The paths of files left by a killed process.
    var putAside: [String] = []
  }

  private func diagnosis() throws(PageStoreError) -> Diagnosis {
    do throws(PageStoreError) {
      try folder.checkCatalogueHeader()
      guard try folder.root.status(of: StoreFolder.catalogueName)?.byteCount ?? 0 > 0 else {
        try folder.checkHasNoRecords()
        throw .notAStore(path: folder.catalogue)
      }
      let catalogue = try Catalogue(in: folder, lockTimeout: configuration.lockTimeout)
      defer { catalogue.close() }
      return try diagnosis(of: catalogue)
    } catch {
      switch error {
      case .corrupted: return Diagnosis(condition: .damaged)
      // With records next to it, it is a catalog whose application ID was altered.
      case .notAStore where try folder.hasRecords(): return Diagnosis(condition: .damaged)
      default: throw error
      }
    }
  }

  private func diagnosis(of catalogue: Catalogue) throws(PageStoreError) -> Diagnosis {
    let recovery = Recovery(folder: folder, catalogue: catalogue)
    try recovery.checkMarks()
    let (report, records) = try catalogue.read { db in
      var (report, records) = (VerificationReport(), VerificationReport())
      _ = try CatalogueVerification(db: db).run(&report)
      try RecordVerification(folder: folder, db: db).run(&records)
      return (report, records)
    }
    guard report.isSound, !records.problems.contains(where: \.isOfCatalogue) else {
      return Diagnosis(condition: .damaged)
    }
    let (_, aside) = try recovery.run()
    return Diagnosis(condition: records.isSound ? .sound : .damagedRecords, putAside: aside)
  }
}

// MARK: - A new catalog

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
    try CatalogueCreation(folder: folder).complete()
    // Move the catalog first: without it the store cannot be opened until the new one is in place.
    try putAside([""], aside)
    try finishInstallation(aside)
  }

  /// Renames a complete new catalog into place, even after an interrupted repair.
  private func finishInstallation(_ aside: Aside) throws(PageStoreError) {
    let creation = CatalogueCreation(folder: folder)
    guard try folder.root.status(of: StoreFolder.catalogueName) == nil else {
      // Left by an interrupted repair: the store may have changed since.
      return try creation.discard()
    }
    guard try creation.isComplete() else { return }
    try putAside(["-wal", "-shm"], aside)
    try creation.install()
  }

  private func putAside(_ suffixes: [String], _ aside: Aside) throws(PageStoreError) {
    for suffix in suffixes {
      let name = StoreFolder.catalogueName + suffix
      guard try folder.root.status(of: name) != nil else { continue }
      try aside.take(name, of: folder.root)
    }
    try aside.synchronize()
    try folder.root.synchronize()
  }
}

// MARK: - What the catalog does not know

extension StoreRepair {
  /// Marks damaged originals, adopts originals without a page, and rewrites records.
  private func mend(
    _ report: inout RepairReport, _ unsound: Set<ContentDigest>, _ aside: Aside
  ) throws(PageStoreError) {
    let catalogue = try Catalogue(in: folder, lockTimeout: configuration.lockTimeout)
    defer { catalogue.close() }
    var slot: Slot?
    report.putAside += try StoreMigration(folder: folder, catalogue: catalogue).run(&slot)
    let listing = try StoreListing(folder)
    for stray in listing.strays { try aside.take(stray.name, of: stray.folder) }
    let originals = OriginalRepair(
      folder: folder, catalogue: catalogue, limits: configuration.limits,
      sound: listing.originals.subtracting(unsound))
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

extension VerificationReport.Problem {
  /// Whether the catalog is damaged.
  fileprivate var isOfCatalogue: Bool {
    if case .catalogue = self { true } else { false }
  }
}
