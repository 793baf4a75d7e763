// SPDX-License-Identifier: Apache-2.0

/// What asks for rows that rules need.
typealias RowLookUp = @Sendable (any CatalogTransaction) throws -> Void

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
  /// Lets an engine on another machine load together what rules are going to ask for one after the other.
  ///
  /// - Parameter lookUps: Ask for rows; what they find and throw does not matter.
  /// - Throws: The engine's errors.
  func prepare(_ lookUps: [RowLookUp]) throws

  /// Returns an error of the engine as one of the store.
  func storeError(_ error: any Error) -> PageStoreError

  /// The present date, in milliseconds since 1970; the same in all runs of a transaction.
  var now: Int64 { get }

  /// The number of rows that the transaction and those before it on this connection have changed.
  var changedRowCount: Int { get }
}

/// A transaction on a server, which counts what writes that share it have logged.
protocol ServedTransaction: CatalogTransaction, UncheckedRows {
  /// The number of changes that were appended to the log so far.
  var loggedChangeCount: Int { get }

  /// Returns what is wrong with the catalog as a whole, as clauses.
  func catalogProblems() throws -> [String]

  /// Returns the names of the missing indexes, with the statements that create them.
  func missingIndexes() throws -> [String: String]
}
