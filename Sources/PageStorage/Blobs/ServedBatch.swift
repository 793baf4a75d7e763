// SPDX-License-Identifier: Apache-2.0

/// The transaction of writes to a catalog on a server.
///
/// The bytes of their pages have been put before it begins, so that only rows remain to be written. It has no
/// records: they are for rebuilding a catalog in a folder, and a server has backups of its own.
final class ServedBatch: WriteBatch {
  let transaction: any CatalogTransaction
  /// The staged pages that earlier writes have used up.
  private var taken: Set<ObjectIdentifier> = []

  init(_ transaction: any CatalogTransaction) { self.transaction = transaction }

  func publication() -> Publication {
    Publication(db: transaction, target: ServedPublication(taken: taken))
  }

  /// Makes a write, under a change number of its own if it has changed a row.
  func make(_ write: some PendingWriting) throws {
    let last = try ChangeLog.lastNumber(transaction)
    let changeCount = transaction.changedRowCount
    try write.make(in: self)
    for page in write.takenPages { taken.insert(ObjectIdentifier(page.file)) }
    guard try ChangeLog.lastNumber(transaction) == last,
      transaction.changedRowCount > changeCount
    else { return }
    try ChangeLog.appendUnnamed(after: last, isSilent: true, to: transaction)
  }
}

/// The additions of a write whose bytes have already been put.
private struct ServedPublication: PublicationTarget {
  let taken: Set<ObjectIdentifier>

  func isTaken(_ page: StagedPage) -> Bool {
    page.file.isCommitted || taken.contains(ObjectIdentifier(page.file))
  }

  func store(_ page: StagedPage, known: BlobRow?) {}

  func isSound(_ original: BlobRow) -> Bool { original.damage != BlobRow.lostDamage }

  func add(_ records: [StoreRecord]) {}

  func sweep() {}
}
