// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The work of creating or updating a backup.
///
/// As in every change, records are written first, then originals, then the catalog: a kill leaves
/// the previous backup with some extra originals, which the next opening sets aside and the next
/// backup uses.
struct StoreBackup {
  let folder: StoreFolder
  let catalog: Catalog
  let configuration: PageStoreConfiguration
  let isLinking: Bool
  let isQuick: Bool

  func run(
    to path: String, _ progress: (Int, Int) throws(PageStoreError) -> Void
  ) throws(PageStoreError) -> BackupReport {
    try Recovery(folder: folder, catalog: catalog).checkMarks()
    try catalog.read { db in try MarkVerification(folder: folder, db: db).checkEvidence() }
    let target = try BackupTarget(opening: path, for: self)
    // The removal of originals takes this lock exclusively.
    let blobs = try folder.root.folder(StoreFolder.blobsName)
    try blobs.waitForLock(.shared, configuration.lockTimeout)
    let aside = AsideFolder(target.folder)
    let copies = OriginalCopies(
      source: folder, target: target, aside: aside, isLinking: isLinking)
    var report = BackupReport()
    let digests = try renew(target, copies, &report, progress)
    try tidy(target, keeping: digests, aside)
    try verify(target, copies, &report, progress)
    try aside.synchronize()
    report.putAside = aside.paths
    // Originals are protected until here.
    SystemCalls.unlock(blobs.descriptor)
    return report
  }

  /// Writes a snapshot of the store to the target.
  ///
  /// - Returns: The originals that it refers to.
  private func renew(
    _ target: BackupTarget, _ copies: OriginalCopies, _ report: inout BackupReport,
    _ progress: (Int, Int) throws(PageStoreError) -> Void
  ) throws(PageStoreError) -> Set<ContentDigest> {
    let snapshot = try BackupSnapshot(of: catalog, in: target.folder)
    do throws(PageStoreError) {
      let originals = try snapshot.check(&report)
      try snapshot.checkHasAll(of: folder)
      let length = try snapshot.writeRecords(to: target)
      let total = originals.count * (isQuick ? 1 : 2)
      try copies.run(originals, &report) { (done) throws(PageStoreError) in
        try progress(done, total)
      }
      try snapshot.install(recordByteCount: length, slot: target.slot)
      return Set(originals.map(\.digest))
    } catch {
      snapshot.discard()
      throw error
    }
  }

  /// Sets aside files that only earlier backups needed.
  private func tidy(
    _ target: BackupTarget, keeping digests: Set<ContentDigest>, _ aside: AsideFolder
  ) throws(PageStoreError) {
    try target.finish()
    let folder = target.folder
    let rest = try StoreListing(folder).originals.subtracting(digests)
    var folders: [String: Folder] = [:]
    for digest in rest.sorted(by: { $0.description < $1.description }) {
      let (blobs, name) = try folder.blobFolder(of: digest)
      try aside.take(name, of: blobs, as: digest.description)
      folders[blobs.path] = blobs
    }
    try aside.synchronize()
    try StoreFolder.synchronize(Array(folders.values))
  }
}

// MARK: - Verification

extension StoreBackup {
  private func verify(
    _ target: BackupTarget, _ copies: OriginalCopies, _ report: inout BackupReport,
    _ progress: (Int, Int) throws(PageStoreError) -> Void
  ) throws(PageStoreError) {
    let catalog = try Catalog(
      readingOnly: target.folder, lockTimeout: configuration.lockTimeout)
    defer { catalog.close() }
    guard !isQuick else {
      return report.verification = try verifyQuickly(target.folder, catalog)
    }
    let verification = StoreVerification(
      folder: target.folder, catalog: catalog, limits: configuration.limits,
      maximumPageByteCount: .max)
    report.verification = try verification.run(decoding: false) {
      (done, all) throws(PageStoreError) in
      try progress(all + done, 2 * all)
    }.0
    try heal(copies, &report)
  }

  /// Verifies everything except the originals.
  private func verifyQuickly(
    _ folder: StoreFolder, _ catalog: Catalog
  ) throws(PageStoreError) -> VerificationReport {
    var report = try catalog.read { db in
      var report = VerificationReport()
      _ = try CatalogVerification(db: db).run(&report)
      try RecordVerification(folder: folder, db: db).run(&report)
      return report
    }
    try StrayVerification(folder: folder, catalog: catalog).run(&report)
    return report
  }

  /// Copies originals that were damaged in the backup again, as far as they are listed; the next
  /// backup continues.
  private func heal(
    _ copies: OriginalCopies, _ report: inout BackupReport
  ) throws(PageStoreError) {
    var damaged: Set<ContentDigest> = []
    for case .original(_, let digest) in report.verification.problems { damaged.insert(digest) }
    damaged.subtract(report.damagedOriginals)
    for digest in damaged {
      guard try copies.replace(digest) else {
        report.damagedOriginals.append(digest)
        continue
      }
      report.healedCount += 1
      report.verification.problems.removeAll { problem in
        if case .original(_, digest) = problem { true } else { false }
      }
    }
  }
}
