// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The transaction of a commit, as its writes see it.
protocol WriteBatch: AnyObject {
  /// The rows.
  var transaction: any CatalogTransaction { get }

  /// Returns the interface of a write that adds bytes or records.
  ///
  /// - Throws: `PageStoreError` if this process cannot add any.
  func publication() throws(PageStoreError) -> Publication
}

/// A write that waits for its commit, which it may share with others.
protocol PendingWriting: Sendable {
  /// The staged pages that it may add.
  var stagedPages: [StagedPage] { get }

  /// Makes the change, within the transaction of its commit; it may be made again in another one.
  func make(in batch: any WriteBatch) throws

  /// The staged pages that the change has used up since it was made.
  var takenPages: [StagedPage] { get }
}

/// A write with its result.
final class PendingWrite<Result: Sendable>: PendingWriting {
  let stagedPages: [StagedPage]
  private let takesPages: @Sendable (Result) -> Bool
  private let body: @Sendable (any WriteBatch) throws -> Result
  private let made = Mutex<Result?>(nil)

  /// Creates a write.
  ///
  /// - Parameters:
  ///   - staged: The pages that it adds.
  ///   - takesPages: Whether a result means that the pages were added.
  ///   - body: The change.
  init(
    _ staged: [StagedPage] = [], takesPages: @escaping @Sendable (Result) -> Bool = { _ in true },
    _ body: @escaping @Sendable (any WriteBatch) throws -> Result
  ) {
    (stagedPages, self.takesPages, self.body) = (staged, takesPages, body)
  }

  var takenPages: [StagedPage] {
    made.withLock(\.self).map(takesPages) == true ? stagedPages : []
  }

  func make(in batch: any WriteBatch) throws {
    let result = try body(batch)
    made.withLock { $0 = result }
  }

  /// The result of the committed change.
  var result: Result {
    get throws(PageStoreError) {
      guard let result = made.withLock(\.self) else { throw .cancelled }
      return result
    }
  }
}
