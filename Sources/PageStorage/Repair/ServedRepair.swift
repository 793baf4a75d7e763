// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// The repair of a store on servers: first of its rows, then of its originals.
struct ServedRepair {
  let store: PageStore
  let engine: ServedStore
  private var report = RepairReport()

  init(_ store: PageStore, _ engine: ServedStore) { (self.store, self.engine) = (store, engine) }

  /// Mends rows, marks pages whose original is lost, and makes pages of originals that belong to none.
  ///
  /// - Returns: What was done, and what was not.
  /// - Throws: `PageStoreError`.
  mutating func run() async throws(PageStoreError) -> RepairReport {
    engine.catalog.suspendKeepingRows()
    defer { engine.catalog.resumeKeepingRows() }
    try await requireMark()
    var rows = RowRepair(store, engine)
    report = try await rows.run()
    var verification = ServedVerification(store)
    let (found, _) = try await verification.run(decoding: false) { _, _ in }
    for problem in found.problems {
      switch problem {
      case .original, .orphan: break
      default: report.unrepairedProblems.append(problem)
      }
    }
    report.damagedPages = verification.lost.values.joined().sorted { $0.rawValue < $1.rawValue }
    try await mark(verification.lost.mapValues { _ in BlobRow.lostDamage })
    try await mark(verification.foundAgain)
    try await adopt(verification.orphans)
    report.removeDuplicates()
    return report
  }

  /// Requires the mark of the originals: without it, all of them would look lost.
  private func requireMark() async throws(PageStoreError) {
    guard let identity = try await engine.read({ db in try db.counter(.identity) }) else { return }
    try await OriginalsMark(identity: identity).look(in: engine.blobs)
  }

  /// Notes which originals are lost; or which no longer are, with the damage of their images.
  private func mark(_ damages: [ContentDigest: String?]) async throws(PageStoreError) {
    guard !damages.isEmpty else { return }
    try await store.change { db in
      try db.prepareOriginals(Array(damages.keys))
      for (digest, damage) in damages {
        guard var row = try db.original(digest),
          row.isMarkedLost != (damage == BlobRow.lostDamage)
        else { continue }
        row.damage = damage
        try db.update(row)
      }
    }
  }

  /// The number of originals, and of bytes in the work folder, that become pages together.
  private static let portion = (count: 64, byteCount: 64 << 20)

  /// Makes pages of originals; one whose bytes were changed stays where it is.
  private mutating func adopt(_ digests: [ContentDigest]) async throws(PageStoreError) {
    var (document, staged) = (DocumentID?.none, [StagedPage]())
    for digest in digests {
      if let page = try await stage(digest) { staged.append(page) }
      let byteCount = staged.reduce(0) { $0 + $1.byteCount }
      guard staged.count >= Self.portion.count || byteCount >= Self.portion.byteCount else {
        continue
      }
      try await adopt(&staged, into: &document)
    }
    try await adopt(&staged, into: &document)
  }

  private mutating func adopt(
    _ staged: inout [StagedPage], into document: inout DocumentID?
  ) async throws(PageStoreError) {
    let adopted = try await store.adopt(staged, into: document, title: RepairReport.recoveryTitle)
    document = adopted.document
    report.recoveredPages += adopted.pages
    staged = []
  }

  private mutating func stage(
    _ digest: ContentDigest
  ) async throws(PageStoreError) -> StagedPage? {
    let bytes: [UInt8]
    do throws(PageStoreError) {
      bytes = try await store.blobs.withoutCache.bytes(
        of: digest, limit: store.configuration.maximumPageByteCount)
    } catch {
      switch error {
      case .corrupted(.original), .limitExceeded: break
      default: throw error
      }
      report.unrepairedProblems.append(.orphan(path: ServedVerification.path(of: digest)))
      return nil
    }
    return try await store.stage(.bytes(bytes), unreadable: .keepAsDamaged)
  }
}
