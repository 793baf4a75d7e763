// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension PageStoreError {
  /// Whether all writes of a commit fail with this error: trying each of them would not help, or might make it
  /// twice.
  fileprivate var concernsAllServedWrites: Bool {
    switch self {
    case .locked, .closed, .readOnly, .io, .full, .cancelled, .unreachable, .outcomeUnknown,
      .unfitLocation:
      true
    default: false
    }
  }
}

extension ServedStore {
  /// The number of originals that are put side by side.
  private static let putCount = 4

  /// Makes writes whose originals were put, in one transaction if they permit.
  ///
  /// - Parameter group: The writes, which happen in this order. Those that come while other processes write are added.
  /// - Returns: The failure of each write.
  func commit(_ group: WriteQueue.Group) async -> [PageStoreError?] {
    do throws(PageStoreError) {
      return try await commitTogether(group)
    } catch {
      // Nothing is tried again if it may have been made.
      let writes = group.writes
      if writes.count == 1 || error.concernsAllServedWrites { return writes.map { _ in error } }
    }
    var failures: [PageStoreError?] = []
    for write in group.apart {
      // Each would wait for a server that is gone.
      if let last = failures.last ?? nil, last.concernsAllServedWrites {
        failures.append(last)
      } else {
        failures += await commit(write)
      }
    }
    return failures
  }

  private func commitTogether(
    _ group: WriteQueue.Group
  ) async throws(PageStoreError) -> [PageStoreError?] {
    try checkIsOpen()
    let failures = try await counter.counting { () async throws(PageStoreError) in
      try await catalog.writing(inTurn: { $0 ? group.grow() : group.writes.count }) { transaction in
        let (batch, writes) = (ServedBatch(transaction), group.writes)
        return { index in try batch.make(writes[index].write) }
      }
    }
    if failures.contains(nil) { catalog.noteCommit() }
    for (waiting, failure) in zip(group.writes, failures) where failure == nil {
      for page in waiting.write.takenPages { page.file.commit() }
    }
    return failures
  }

  /// Puts the originals of a write that will be made.
  ///
  /// They are put in their order, a few at a time, and none after a failure: a full disk has the first ones, which a
  /// smaller write can commit. Originals whose write fails stay without a row.
  ///
  /// - Throws: `PageStoreError`.
  func put(_ pages: [StagedPage]) async throws(PageStoreError) {
    var known: Set<ContentDigest> = []
    let pages = pages.filter { known.insert($0.digest).inserted }
    guard !pages.isEmpty else { return }
    try checkIsOpen()
    try await catalog.expectOriginals(known)
    let failures = await withTaskGroup(of: PageStoreError?.self) { group in
      let queue = PutQueue(pages)
      for _ in 0..<min(Self.putCount, pages.count) {
        group.addTask { await self.putEach(of: queue) }
      }
      return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
    }
    if let failure = failures.first { throw failure }
  }

  private func putEach(of queue: PutQueue) async -> PageStoreError? {
    do throws(PageStoreError) {
      // A page that was committed meanwhile has no file; its write fails.
      while let page = queue.take() {
        guard !page.file.isCommitted else { continue }
        let file = try await BlockingWork.run { () throws(PageStoreError) in
          try page.file.open(byteCount: page.byteCount)
        }
        try await blobs.store(file, as: page.digest)
      }
      return nil
    } catch {
      queue.end()
      return error
    }
  }
}

/// The pages of a write whose originals are still to be put, in their order.
private final class PutQueue: Sendable {
  private let pages: [StagedPage]
  private let next = Atomic(0)

  init(_ pages: [StagedPage]) { self.pages = pages }

  /// Returns the next page, `nil` after the last one.
  func take() -> StagedPage? {
    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < pages.count ? pages[index] : nil
  }

  /// Leaves the other pages where they are.
  func end() { next.store(pages.count, ordering: .relaxed) }
}
