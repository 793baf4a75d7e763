// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension PageStore {
  /// The outcome of one page.
  public typealias IngestOutcome = Result<StoredPage, PageStoreError>

  /// Appends many pages to a document, in order.
  ///
  /// Pages are received on all cores, and stored in portions that share their waits for the disk. A
  /// page that fails does not affect the others. If the task is cancelled, the remaining portions
  /// fail with `.cancelled`.
  ///
  /// If the disk is full, portions shrink down to single pages, and all pages that fit are stored;
  /// the others fail with `.full`. Once a single page did not fit, pages of at least its size are
  /// not tried.
  ///
  /// - Parameters:
  ///   - inputs: The pages.
  ///   - document: The document.
  ///   - policy: The treatment of files that cannot be read as images.
  ///   - progress: Called after each page with the number of received pages, on any thread, and in
  ///     any order.
  /// - Returns: The outcome of each page; `.success` means that it is on the disk.
  public func ingest(
    _ inputs: [PageInput], into document: DocumentID,
    unreadable policy: UnreadablePagePolicy = .refuse,
    progress: @escaping @Sendable (_ received: Int) -> Void = { _ in }
  ) async -> [IngestOutcome] {
    var freeSpace = FreeSpaceEstimate()
    return await ingest(
      inputs, into: .document(document), unreadable: policy, freeSpace: &freeSpace,
      progress: progress
    ).outcomes
  }

  /// Creates a document from many pages, in order.
  ///
  /// The document is created together with its first pages: if none can be stored, no document is
  /// created. Pages are stored as by ``ingest(_:into:unreadable:progress:)``.
  ///
  /// - Parameters:
  ///   - inputs: The pages.
  ///   - title: The title of the document, as shown to users.
  ///   - metadata: The caller's own key-value pairs.
  ///   - policy: The treatment of files that cannot be read as images.
  ///   - progress: Called after each page with the number of received pages, on any thread, and in
  ///     any order.
  /// - Returns: The document as created with its first pages, `nil` if none was stored; and the
  ///   outcome of each page: `.success` means that it is on the disk.
  public func ingest(
    _ inputs: [PageInput], intoNewDocumentTitled title: String, metadata: [String: String] = [:],
    unreadable policy: UnreadablePagePolicy = .refuse,
    progress: @escaping @Sendable (_ received: Int) -> Void = { _ in }
  ) async -> (document: Document?, outcomes: [IngestOutcome]) {
    var freeSpace = FreeSpaceEstimate()
    return await ingest(
      inputs, into: .newDocument(title: title, metadata: metadata), unreadable: policy,
      freeSpace: &freeSpace,
      progress: progress)
  }

  /// Appends many pages to a document that may not exist yet.
  ///
  /// - Parameters:
  ///   - inputs: The pages.
  ///   - destination: The destination of the pages.
  ///   - policy: The treatment of files that cannot be read as images.
  ///   - freeSpace: What is known about free disk space, carried from one call to the next.
  ///   - progress: Called after each page with the number of received pages.
  /// - Returns: The document if it was created, and the outcome of each page.
  package func ingest(
    _ inputs: [PageInput], into destination: IngestDestination,
    unreadable policy: UnreadablePagePolicy,
    freeSpace: inout FreeSpaceEstimate, progress: @escaping @Sendable (_ received: Int) -> Void
  ) async -> (document: Document?, outcomes: [IngestOutcome]) {
    var document: DocumentID?
    switch destination {
    case .document(let id): document = id
    case .newDocument(let title, let metadata):
      do throws(PageStoreError) {
        try Self.check(title, metadata)
      } catch {
        return (nil, inputs.map { _ in .failure(error) })
      }
    }
    let pages = IngestInputs(
      store: self, inputs: inputs, policy: policy, counter: ProgressCounter(report: progress),
      document: document)
    var ingestion = Ingestion(pages, into: destination, freeSpace: freeSpace)
    await ingestion.run()
    freeSpace = ingestion.freeSpace
    return (ingestion.createdDocument, ingestion.result)
  }
}

// MARK: - Receiving

extension PageStore {
  /// Receives pages: streams in sequence, then the other inputs on all cores.
  func stage(
    _ inputs: [PageInput], _ policy: UnreadablePagePolicy, received: @escaping @Sendable () -> Void
  ) async throws(PageStoreError) -> [Stager.Outcome] {
    let (slot, ids) = try await slotAndIDs(inputs.count)
    return try await stage(inputs, ids: ids, in: slot, policy, received: received)
  }

  /// Receives pages with assigned identifiers.
  func stage(
    _ inputs: [PageInput], ids: [PageID], in slot: Slot, _ policy: UnreadablePagePolicy,
    received: @escaping @Sendable () -> Void
  ) async throws(PageStoreError) -> [Stager.Outcome] {
    let stager = Stager(
      slot: slot, policy: policy, limits: configuration.limits,
      maximumPageByteCount: configuration.maximumPageByteCount)
    var outcomes = [Stager.Outcome](repeating: .failure(.cancelled), count: inputs.count)
    // Streams first, while there is room: they can be read only once.
    for index in inputs.indices {
      guard case .stream(let stream) = inputs[index].origin else { continue }
      do throws(PageStoreError) {
        outcomes[index] = .success(
          try await stager.stage(stream, of: inputs[index], id: ids[index]))
      } catch {
        outcomes[index] = .failure(error)
      }
      received()
    }
    let atHand = inputs.indices.filter { !inputs[$0].isStream }
    let staged = try await BlockingWork.run(on: BlockingWork.lengthy) { () throws(PageStoreError) in
      stager.stage(
        atHand.map { inputs[$0] }, ids: atHand.map { ids[$0] }, received: received)
    }
    for (index, outcome) in zip(atHand, staged) { outcomes[index] = outcome }
    return outcomes
  }

  /// Returns a slot and page identifiers, without waiting for other changes if enough are reserved.
  func slotAndIDs(_ count: Int) async throws(PageStoreError) -> (Slot, [PageID]) {
    if let slot = openSlot, let ids = ids.takeAtOnce(count) { return (slot, ids) }
    let slot = try await onWriteQueue { () throws(PageStoreError) in try self.slot() }
    return (slot, try await takeIDs(count))
  }

  /// Returns new identifiers of pages in ascending order.
  func takeIDs(_ count: Int) async throws(PageStoreError) -> [PageID] {
    switch engine {
    case .folder(let catalog):
      try await onWriteQueue { () throws(PageStoreError) in
        try self.ids.take(count, from: catalog)
      }
    case .served(let store): try await ids.take(count, from: store)
    }
  }
}
