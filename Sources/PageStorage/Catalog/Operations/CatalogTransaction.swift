// SPDX-License-Identifier: Apache-2.0

/// The rows of a store's catalog, within one transaction.
///
/// The rules of the store (editing, orders, the trash, change logs, receipts) are written against these
/// operations; each engine implements them in a folder of its own. They are synchronous. An engine on
/// another machine loads the rows that an edit needs before it runs the edit, and runs it again if it
/// has asked for others: the rules keep no state between runs.
///
/// Every row is verified when it is read. An operation throws `PageStoreError.corrupted` if a row is
/// damaged, and the engine's own errors, which ``storeError(_:)`` converts.
protocol CatalogTransaction: DocumentRows, PageRows, OriginalRows, OrderRows, PageMetadataRows,
  ChangeRows, ReceiptRows, CounterRows, RemovableRows
{
  /// Returns an error of the engine as one of the store.
  func storeError(_ error: any Error) -> PageStoreError

  /// The present date, in milliseconds since 1970; the same in all runs of a transaction.
  var now: Int64 { get }

  /// The number of rows that the transaction and those before it on this connection have changed.
  var changedRowCount: Int { get }
}
