// SPDX-License-Identifier: Apache-2.0

/// The transaction of one write to a catalog on a server.
///
/// The bytes of its pages have been put before it begins, so that only rows remain to be written. It has no
/// records: they are for rebuilding a catalog in a folder, and a server has backups of its own.
final class ServedBatch: WriteBatch {
  let transaction: any CatalogTransaction

  init(_ transaction: any CatalogTransaction) { self.transaction = transaction }

  func publication() -> Publication { Publication(db: transaction, target: ServedPublication()) }

  /// Makes a write, under a change number of its own if it has changed a row.
  func make(_ write: some PendingWriting) throws {
    let last = try ChangeLog.lastNumber(transaction)
    let changeCount = transaction.changedRowCount
    try write.make(in: self)
    guard try ChangeLog.lastNumber(transaction) == last,
      transaction.changedRowCount > changeCount
    else { return }
    try ChangeLog.appendUnnamed(after: last, isSilent: true, to: transaction)
  }
}

/// The additions of a write whose bytes have already been put.
private struct ServedPublication: PublicationTarget {
  func isTaken(_ page: StagedPage) -> Bool { page.file.isCommitted }

  func store(_ page: StagedPage, known: BlobRow?) {}

  func isSound(_ original: BlobRow) -> Bool { original.damage != BlobRow.lostDamage }

  func add(_ records: [StoreRecord]) {}

  func sweep() {}
}
