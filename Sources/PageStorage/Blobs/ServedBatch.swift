// SPDX-License-Identifier: Apache-2.0

/// The transaction of writes to a catalog on a server.
///
/// The bytes of their pages have been put before it begins, so that only rows remain to be written. It has no
/// records: they are for rebuilding a catalog in a folder, and a server has backups of its own.
final class ServedBatch: WriteBatch {
  private let served: any ServedTransaction
  /// The staged pages that earlier writes have used up.
  private var taken: Set<ObjectIdentifier> = []

  init(_ transaction: any ServedTransaction) { served = transaction }

  var transaction: any CatalogTransaction { served }

  func publication() -> Publication {
    Publication(db: transaction, target: ServedPublication(taken: taken))
  }

  /// Makes a write, under a change number of its own if it has changed a row.
  func make(_ write: some PendingWriting) throws {
    let (loggedCount, changeCount) = (served.loggedChangeCount, served.changedRowCount)
    try write.make(in: self)
    for page in write.takenPages { taken.insert(ObjectIdentifier(page.file)) }
    guard served.loggedChangeCount == loggedCount, served.changedRowCount > changeCount else {
      return
    }
    let last = try ChangeLog.lastNumber(served)
    try ChangeLog.appendUnnamed(after: last, isSilent: true, to: served)
  }
}

/// The additions of a write whose bytes have already been put.
private struct ServedPublication: PublicationTarget {
  let taken: Set<ObjectIdentifier>

  func isTaken(_ page: StagedPage) -> Bool {
    page.file.isCommitted || taken.contains(ObjectIdentifier(page.file))
  }

  func store(_ page: StagedPage, known: BlobRow?) {}

  func isSound(_ original: BlobRow) -> Bool { !original.isMarkedLost }

  func add(_ records: [StoreRecord]) {}

  func sweep() {}
}
