// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A write that waits for its commit, which it may share with others.
protocol PendingWriting: Sendable {
  /// The number of staged pages that it adds at most.
  var pageCount: Int { get }

  /// Makes the change, within the transaction of its commit; it may be made again in another one.
  func make(in batch: PublicationBatch) throws

  /// The staged pages that the change has used up since it was made.
  var takenPages: [StagedPage] { get }
}

/// A write with its result.
final class PendingWrite<Result: Sendable>: PendingWriting {
  private let staged: [StagedPage]
  private let takesPages: @Sendable (Result) -> Bool
  private let body: @Sendable (PublicationBatch) throws -> Result
  private let made = Mutex<Result?>(nil)

  /// Creates a write.
  ///
  /// - Parameters:
  ///   - staged: The pages that it adds.
  ///   - takesPages: Whether a result means that the pages were added.
  ///   - body: The change.
  init(
    _ staged: [StagedPage] = [], takesPages: @escaping @Sendable (Result) -> Bool = { _ in true },
    _ body: @escaping @Sendable (PublicationBatch) throws -> Result
  ) {
    (self.staged, self.takesPages, self.body) = (staged, takesPages, body)
  }

  var pageCount: Int { staged.count }

  var takenPages: [StagedPage] {
    made.withLock(\.self).map(takesPages) == true ? staged : []
  }

  func make(in batch: PublicationBatch) throws {
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
