// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import GallerySystem

/// The repair of a store that no other process has open.
///
/// It reads everything, including originals, before it rebuilds a catalog: it writes a new catalog
/// next to the old one, and finally sets the old one aside. Two steps change files earlier: an
/// interrupted repair is finished, and with a sound catalog, files left by killed processes are set
/// aside. After an I/O error the repair is attempted once more, from its start. The report contains
/// the work of both attempts.
struct StoreRepair {
  private let folder: StoreFolder
  private let configuration: PageStoreConfiguration
  private let aside: AsideFolder
  private var report = RepairReport()
  /// The report of a rebuilt catalog that is not yet in place.
  private var rebuilt: RepairReport?
  /// Whether the old catalog was set aside: a catalog found afterward is the rebuilt one.
  private var isOldCatalogGone = false

  init(folder: StoreFolder, configuration: PageStoreConfiguration) {
    self.folder = folder
    self.configuration = configuration
    aside = AsideFolder(folder)
  }

  /// Repairs the store.
  ///
  /// - Throws: `PageStoreError.notAStore` if there are no records of a store, `.versionTooNew`,
  ///   `.irregularFile`, `.full`, `.io`.
  mutating func run() throws(PageStoreError) -> RepairReport {
    do {
      try attempt()
    } catch {
      guard case .io = error else { throw error }
      try attempt()
    }
    report.putAside += aside.paths
    return report
  }

  private mutating func attempt() throws(PageStoreError) {
    try finishInstallation()
    let found = try CatalogConnection.withoutReadFailures {
      [self] () throws(PageStoreError) -> Diagnosis in try diagnosis()
    }
    report.putAside += found.putAside
    let unsound = try unsoundOriginals()
    if found.condition == .damaged { try rebuildCatalog() }
    // Not what an earlier attempt has found: it may have failed because records cannot be moved.
    try mend(unsound, rewritesRecords: found.condition != .sound)
    try aside.synchronize()
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
    /// The catalog and the records are sound; originals may be damaged.
    case sound
    /// The catalog is sound and the records are not.
    case damagedRecords
    /// The catalog is damaged: the records are not trusted either.
    case damaged
  }

  private struct Diagnosis {
    var condition: Condition
    /// The paths of files left by a killed process.
    var putAside: [String] = []
  }

  private func diagnosis() throws(PageStoreError) -> Diagnosis {
    do throws(PageStoreError) {
      try folder.checkCatalogHeader()
      guard try folder.root.status(of: StoreFolder.catalogName)?.byteCount ?? 0 > 0 else {
        try folder.checkHasNoRecords()
        throw .notAStore(path: folder.path)
      }
      let catalog = try Catalog(in: folder, lockTimeout: configuration.lockTimeout)
      defer { catalog.close() }
      return try diagnosis(of: catalog)
    } catch {
      switch error {
      case .corrupted: return Diagnosis(condition: .damaged)
      // With records next to it, it is a catalog whose application ID was altered.
      case .notAStore where try folder.hasRecords(): return Diagnosis(condition: .damaged)
      default: throw error
      }
    }
  }

  private func diagnosis(of catalog: Catalog) throws(PageStoreError) -> Diagnosis {
    let recovery = Recovery(folder: folder, catalog: catalog)
    try recovery.checkMarks()
    let (report, records) = try catalog.read { db in
      var (report, records) = (VerificationReport(), VerificationReport())
      _ = try CatalogVerification(db: db).run(&report)
      try RecordVerification(folder: folder, db: db).run(&records)
      return (report, records)
    }
    guard report.isSound, !records.problems.contains(where: \.isOfCatalog) else {
      return Diagnosis(condition: .damaged)
    }
    let (_, aside) = try recovery.run()
    return Diagnosis(condition: records.isSound ? .sound : .damagedRecords, putAside: aside)
  }
}

// MARK: - A new catalog

extension StoreRepair {
  private mutating func rebuildCatalog() throws(PageStoreError) {
    let rebuilding = CatalogRebuilding(
      folder: folder, configuration: configuration, history: try RecordHistory(folder),
      originals: try StoreListing(folder).originals)
    rebuilt = try CatalogConnection.withoutReadFailures {
      () throws(PageStoreError) -> RepairReport in
      var report = RepairReport(catalogWasRebuilt: true)
      try rebuilding.run(&report)
      return report
    }
    try CatalogCreation(folder: folder).complete()
    // Move the catalog first: without it the store cannot be opened until the new one is in place.
    try putAside([""])
    isOldCatalogGone = true
    try finishInstallation()
  }

  /// Renames a complete new catalog into place, even after an interrupted repair.
  private mutating func finishInstallation() throws(PageStoreError) {
    let creation = CatalogCreation(folder: folder)
    guard try folder.root.status(of: StoreFolder.catalogName) == nil else {
      if isOldCatalogGone { takeRebuiltReport() }
      // Left by an interrupted repair: the store may have changed since.
      return try creation.discard()
    }
    guard try creation.isComplete() else { return }
    try putAside(["-wal", "-shm"])
    try creation.install()
    takeRebuiltReport()
  }

  private mutating func takeRebuiltReport() {
    guard var new = rebuilt else { return }
    new.putAside = report.putAside
    (report, rebuilt) = (new, nil)
  }

  /// Sets aside the catalog's files with these suffixes; the database itself has an empty one.
  private func putAside(_ suffixes: [String]) throws(PageStoreError) {
    for suffix in suffixes {
      let name = StoreFolder.catalogName + suffix
      guard try folder.root.status(of: name) != nil else { continue }
      try aside.take(name, of: folder.root)
    }
    try aside.synchronize()
    try folder.root.synchronize()
  }
}

// MARK: - Originals and records

extension StoreRepair {
  /// Marks damaged originals, adopts originals without a page, and rewrites records.
  private mutating func mend(
    _ unsound: Set<ContentDigest>, rewritesRecords: Bool
  ) throws(PageStoreError) {
    let catalog = try Catalog(in: folder, lockTimeout: configuration.lockTimeout)
    defer { catalog.close() }
    var slot: Slot?
    report.putAside += try StoreMigration(folder: folder, catalog: catalog).run(&slot)
    let listing = try StoreListing(folder)
    for stray in listing.strays { try aside.take(stray.name, of: stray.folder) }
    let originals = OriginalRepair(
      folder: folder, catalog: catalog, limits: configuration.limits,
      sound: listing.originals.subtracting(unsound))
    report.damagedPages = try originals.markDamage()
    let adopted = try originals.adopt(listing.originals, aside)
    report.recoveredPages += adopted
    if rewritesRecords || !adopted.isEmpty {
      try RecordRewriting(folder: folder, catalog: catalog).run(aside)
      if rewritesRecords { report.recordsWereRewritten = true }
    }
    try storeIdentity(catalog)
  }

  /// Records the catalog's present file, so that the next opening does not treat it as a copy.
  private func storeIdentity(_ catalog: Catalog) throws(PageStoreError) {
    guard let status = try folder.root.status(of: StoreFolder.catalogName) else { return }
    let identity = CatalogIdentity(status)
    guard try !catalog.lookUp({ db in try identity.isThat(of: db) }) else { return }
    try catalog.write { db in try identity.store(db) }
  }
}

extension VerificationReport.Problem {
  /// Whether the catalog is damaged.
  fileprivate var isOfCatalog: Bool {
    if case .catalog = self { true } else { false }
  }
}
