// SPDX-License-Identifier: Apache-2.0

extension PageStore {
  /// Makes an atomic change and notifies observers.
  func change<Result: Sendable>(
    _ body: @escaping @Sendable (any CatalogTransaction) throws -> Result
  ) async throws(PageStoreError) -> Result {
    try await perform(PendingWrite { batch in try body(batch.transaction) })
  }

  /// Makes a change that frees disk space, even on a full disk.
  func changeFreeingRoom<Result: Sendable>(
    _ body: @escaping @Sendable (any CatalogTransaction) throws -> Result
  ) async throws(PageStoreError) -> Result {
    // The slot is optional here: taking one may fail on a full disk.
    try await performWithReserve(PendingWrite { batch in try body(batch.transaction) }) { $0 }
  }

  /// Makes a change that may add bytes or records, and notifies observers.
  ///
  /// The staged pages that it adds are marked as committed before the next change begins, if the result
  /// means that they were added.
  func publish<Result: Sendable>(
    _ staged: [StagedPage] = [], takesPages: @escaping @Sendable (Result) -> Bool = { _ in true },
    _ body: @escaping @Sendable (Publication) throws -> Result
  ) async throws(PageStoreError) -> Result {
    try await perform(
      PendingWrite(staged, takesPages: takesPages) { batch in try body(batch.publication()) })
  }

  /// Makes a change that frees disk space and adds records, even on a full disk.
  func publishFreeingRoom<Result: Sendable>(
    _ body: @escaping @Sendable (Publication) throws -> Result
  ) async throws(PageStoreError) -> Result {
    try await performWithReserve(PendingWrite { batch in try body(batch.publication()) }) {
      (slot) throws(PageStoreError) in .success(try slot.get())
    }
  }

  /// Removes the files of purged pages, and restores the reserve file.
  func removeDoomed() async throws(PageStoreError) {
    let catalog: Catalog
    switch engine {
    case .folder(let found): catalog = found
    case .served(let store): return try await store.removeLooseOriginals()
    }
    try await onWriteQueue { () throws(PageStoreError) in
      try self.reserve.used { () throws(PageStoreError) in try self.originalRemoval.run() }
      try? catalog.checkpoint()
      self.reserve.restore()
    }
  }

  func onWriteQueue<Result: Sendable>(
    _ body: @escaping @Sendable () throws(PageStoreError) -> Result
  ) async throws(PageStoreError) -> Result {
    try await BlockingWork.run(on: writes.queue, body)
  }
}

// MARK: - Alone

extension PageStore {
  private typealias SlotOutcome = Result<Slot, PageStoreError>

  private func slotOutcome() -> SlotOutcome {
    Result { () throws(PageStoreError) in try slot() }
  }

  /// Makes a change that frees space, on a full disk with that of the reserve.
  ///
  /// Each commit makes SQLite's log longer until its next checkpoint, which thus precedes the second
  /// attempt: otherwise a few changes would use up the reserve.
  private func performWithReserve<Result: Sendable>(
    _ write: PendingWrite<Result>,
    _ require: @escaping @Sendable (SlotOutcome) throws(PageStoreError) -> SlotOutcome
  ) async throws(PageStoreError) -> Result {
    guard case .folder(let catalog) = engine else { return try await perform(write) }
    try await onWriteQueue { () throws(PageStoreError) in
      let slot = try require(self.slotOutcome())
      try self.reserve.used({ () throws(PageStoreError) in try self.commit(write, in: slot) }) {
        try? catalog.checkpoint(waitsForReaders: false)
      }
    }
    watch.checkForCommits()
    return try write.result
  }

  private func commit(_ write: any PendingWriting, in slot: SlotOutcome) throws(PageStoreError) {
    try commit(in: slot) { batch in
      try batch.make(write)
      return [write]
    }
  }

  /// Runs changes in one transaction, and records that they are durable.
  ///
  /// - Parameters:
  ///   - slot: The slot, or the reason why there is none.
  ///   - body: Makes the changes, and returns them.
  /// - Throws: `PageStoreError`.
  private func commit(
    in slot: SlotOutcome, _ body: (PublicationBatch) throws -> [any PendingWriting]
  ) throws(PageStoreError) {
    let (writes, number, hasPlaced) = try catalog.write { db in
      let batch = try PublicationBatch(
        db, folder, slot: slot, maximumPageByteCount: configuration.maximumPageByteCount)
      let writes = try body(batch)
      try batch.settle()
      return (writes, try ChangeLog.lastNumber(db), batch.isUsed)
    }
    guard let slot = try? slot.get() else { return }
    slot.records.acknowledge(number)
    if hasPlaced { _ = slot.takePlaced() }
    for write in writes {
      for page in write.takenPages { page.file.commit() }
    }
  }
}

// MARK: - Together

extension PageStore {
  /// Makes a change, in one commit with others that wait at that time.
  ///
  /// The outcome is that of one commit after the other: a change sees those before it, and one that
  /// fails has no effect on the others. If its task is cancelled while it waits, the change is not made.
  private func perform<Result: Sendable>(
    _ write: PendingWrite<Result>
  ) async throws(PageStoreError) -> Result {
    if case .served(let store) = engine {
      guard configuration.access == .readWrite else { throw .readOnly }
      try await store.put(write.stagedPages)
    }
    if let failure = await failure(of: write) { throw failure }
    watch.checkForCommits()
    return try write.result
  }

  /// Waits for a write among others, and returns its failure.
  private func failure(of write: some PendingWriting) async -> PageStoreError? {
    let waiting = WriteQueue.Waiting(write)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        add(waiting) { waiter.resume(returning: $0) }
      }
    } onCancel: {
      waiting.withdraw()
    }
  }

  private func add(_ waiting: WriteQueue.Waiting, _ end: @escaping WriteQueue.End) {
    switch engine {
    case .folder: writes.add(waiting, end: end) { self.performWaiting() }
    case .served(let store):
      writes.add(waiting, end: end, on: store.catalog.writers) { group in
        let failures = await store.commit(group)
        for (waiting, failure) in zip(group.writes, failures) { waiting.end(failure) }
      }
    }
  }

  private func performWaiting() {
    let waiting = writes.take()
    guard waiting.count > 1 else { return performEach(waiting) }
    let slot = slotOutcome()
    var failures: [PageStoreError?] = []
    var isCommitting = false
    do throws(PageStoreError) {
      try commit(in: slot) { batch in
        failures = try waiting.map { $0.begin() ? try batch.makeApart($0.write) : .cancelled }
        isCommitting = true
        return zip(waiting, failures).compactMap { $1 == nil ? $0.write : nil }
      }
      for (waiting, failure) in zip(waiting, failures) { waiting.end(failure) }
    } catch {
      guard error.concernsAllWrites(isCommitting: isCommitting) else { return performEach(waiting) }
      // Those behind a failure have not begun.
      for waiting in waiting where waiting.begin() { waiting.end(error) }
    }
  }

  /// Makes changes in commits of their own.
  private func performEach(_ waiting: [WriteQueue.Waiting]) {
    for waiting in waiting where waiting.begin() {
      do throws(PageStoreError) {
        try commit(waiting.write, in: slotOutcome())
        waiting.end(nil)
      } catch {
        waiting.end(error)
      }
    }
  }
}

extension PageStoreError {
  /// Whether all writes of a commit fail with this error, rather than being tried one by one.
  ///
  /// Nothing is tried again after a failed sync: which bytes it lost is unknown.
  fileprivate func concernsAllWrites(isCommitting: Bool) -> Bool {
    switch self {
    case .locked, .closed, .readOnly, .moved, .versionTooNew: true
    case .io: isCommitting
    case .full(let operation): operation == "fsync"
    default: false
    }
  }
}
