// SPDX-License-Identifier: Apache-2.0

/// A catalog on another machine: what ``Catalog`` is in a folder.
///
/// Transactions are asynchronous, no thread waits for one, and those of different tasks run side by side.
protocol CatalogServer: Sendable {
  /// Runs rules that only read, all in one state of the catalog.
  ///
  /// - Parameters:
  ///   - isBrief: Whether the rules read little. All runs of others see the same state, not only the last one.
  ///   - rules: The rules, which may run several times; see ``CatalogTransaction``.
  /// - Returns: Their last result.
  /// - Throws: `PageStoreError`.
  func reading<Value: Sendable>(
    isBrief: Bool, _ rules: @Sendable (any CatalogTransaction) throws -> Value
  ) async throws(PageStoreError) -> Value

  /// Runs rules that write; the change is durable when the call returns.
  ///
  /// - Parameter rules: The rules, which may run several times.
  /// - Returns: Their last result.
  /// - Throws: `PageStoreError`; `.outcomeUnknown` if the connection was lost during the commit.
  func writing<Value: Sendable>(
    _ rules: @Sendable (any CatalogTransaction) throws -> Value
  ) async throws(PageStoreError) -> Value

  /// Where tasks that write preferably run, `nil` for anywhere.
  var writers: (any TaskExecutor)? { get }

  /// Runs rules that write one after the other in one transaction, where one that fails has no effect on the others.
  ///
  /// - Parameters:
  ///   - count: Returns the number of rules, and is told whether further ones may be added to them. Called for each run.
  ///   - begin: Begins a run of all rules, and returns what runs the rule at an index.
  /// - Returns: The failure of each rule; the others are durable.
  /// - Throws: `PageStoreError` if none of them is; `.outcomeUnknown`.
  func writing(
    inTurn count: @Sendable (_ mayGrow: Bool) -> Int,
    _ begin: @Sendable (any ServedTransaction) -> (Int) throws -> Void
  ) async throws(PageStoreError) -> [PageStoreError?]

  /// Notes originals whose bytes are about to be put, which keeps the bytes for at least a day.
  ///
  /// - Parameter digests: The originals; those that somebody is removing are waited for.
  /// - Throws: `PageStoreError`.
  func expectOriginals(_ digests: Set<ContentDigest>) async throws(PageStoreError)

  /// Removes bytes without a row that were put, or that lost their row, more than a day ago.
  ///
  /// - Parameter remove: Removes bytes; if it throws, they are removed by a later call.
  /// - Throws: `PageStoreError`.
  func removeLooseOriginals(
    _ remove: (Set<ContentDigest>) async throws(PageStoreError) -> Void
  ) async throws(PageStoreError)

  /// Returns the originals that have neither a row nor a note: nobody is going to use or remove their bytes.
  ///
  /// - Parameter digests: The originals to look up.
  /// - Returns: Those that are unknown.
  /// - Throws: `PageStoreError`.
  func unknownOriginals(
    among digests: [ContentDigest]
  ) async throws(PageStoreError) -> [ContentDigest]

  /// Makes tables and numbers that are missing, and corrects those that are out of range; no writes are made meanwhile.
  ///
  /// What the role of this process may not do is left.
  ///
  /// - Returns: What was wrong, as clauses.
  /// - Throws: `PageStoreError`.
  func mendTables() async throws(PageStoreError) -> [String]

  /// Lets writes use no rows of earlier ones before ``resumeKeepingRows()``: rows may be damaged since.
  func suspendKeepingRows()

  /// Ends a suspension.
  func resumeKeepingRows()

  /// Tells other processes of a commit, without waiting; they may not hear of it.
  func noteCommit()

  /// Listens to what other processes tell of their commits.
  ///
  /// - Parameter heard: Called after commits, and every few seconds; returns whether to go on.
  func listen(_ heard: @escaping @Sendable () -> Bool) async

  /// Verifies that the server takes changes.
  ///
  /// - Throws: `PageStoreError.readOnly`, `.unreachable`.
  func checkIsWritable() async throws(PageStoreError)

  /// Returns whether the server that takes changes could not be reached the last time, and a standby answers those who
  /// read.
  func readsFromStandby() async -> Bool

  /// Ends all connections.
  func close() async
}
