// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension PageStore {
  /// What became of one page.
  public typealias IngestOutcome = Result<StoredPage, PageStoreError>

  /// Adds many pages at the end of a document, in order.
  ///
  /// Pages are received on all cores, and stored in portions that share their waits for the disk. A
  /// page that cannot be stored does not keep the others from being stored. If the task is cancelled,
  /// the portions that are left end as `.cancelled`.
  ///
  /// If the disk is full, portions shrink down to single pages, and all that fit are stored; the others
  /// end as `.full`. A page that is not smaller than one that did not fit alone is not tried any more.
  ///
  /// - Parameters:
  ///   - inputs: The pages.
  ///   - document: The document.
  ///   - policy: What becomes of files that cannot be read as images.
  ///   - progress: Called after each page with the number of pages that have arrived, on any thread,
  ///     and in any order.
  /// - Returns: What became of each page; `.success` means that it is on the disk.
  public func ingest(
    _ inputs: [PageInput], into document: DocumentID,
    unreadable policy: UnreadablePagePolicy = .refuse,
    progress: @escaping @Sendable (_ received: Int) -> Void = { _ in }
  ) async -> [IngestOutcome] {
    var room = ScarceRoom()
    return await ingest(
      inputs, into: .document(document), unreadable: policy, room: &room, progress: progress
    ).outcomes
  }

  /// Makes a document of many pages, in order.
  ///
  /// The document is made together with its first pages: if none can be stored, there is no document.
  /// Pages are stored as by ``ingest(_:into:unreadable:progress:)``.
  ///
  /// - Parameters:
  ///   - inputs: The pages.
  ///   - title: The title of the document, for people.
  ///   - metadata: What the caller keeps with the document.
  ///   - policy: What becomes of files that cannot be read as images.
  ///   - progress: Called after each page with the number of pages that have arrived, on any thread,
  ///     and in any order.
  /// - Returns: The document as it was when it was made, with its first pages, `nil` if none was
  ///   stored; and what became of each page: `.success` means that it is on the disk.
  public func ingest(
    _ inputs: [PageInput], intoNewDocumentTitled title: String, metadata: [String: String] = [:],
    unreadable policy: UnreadablePagePolicy = .refuse,
    progress: @escaping @Sendable (_ received: Int) -> Void = { _ in }
  ) async -> (document: Document?, outcomes: [IngestOutcome]) {
    var room = ScarceRoom()
    return await ingest(
      inputs, into: .newDocument(title: title, metadata: metadata), unreadable: policy, room: &room,
      progress: progress)
  }

  /// Adds many pages to a document that may not be there yet.
  ///
  /// - Parameters:
  ///   - inputs: The pages.
  ///   - place: Where they go.
  ///   - policy: What becomes of files that cannot be read as images.
  ///   - room: What is known of the room on the disk, from one call to the next.
  ///   - progress: Called after each page with the number of pages that have arrived.
  /// - Returns: The document if it was made, and what became of each page.
  package func ingest(
    _ inputs: [PageInput], into place: IngestPlace, unreadable policy: UnreadablePagePolicy,
    room: inout ScarceRoom, progress: @escaping @Sendable (_ received: Int) -> Void
  ) async -> (document: Document?, outcomes: [IngestOutcome]) {
    var document: DocumentID?
    switch place {
    case .document(let id): document = id
    case .newDocument(let title, let metadata):
      do throws(PageStoreError) {
        try Self.check(title, metadata)
      } catch {
        return (nil, inputs.map { _ in .failure(error) })
      }
    }
    let work = IngestWork(
      store: self, inputs: inputs, policy: policy, counter: ProgressCounter(report: progress),
      document: document)
    var ingestion = Ingestion(work, into: place, room: room)
    await ingestion.run()
    room = ingestion.room
    return (ingestion.made, ingestion.result)
  }
}

// MARK: - Receiving

extension PageStore {
  /// Receives pages: streams as they come, then those whose bytes are at hand on all cores.
  func stage(
    _ inputs: [PageInput], _ policy: UnreadablePagePolicy, received: @escaping @Sendable () -> Void
  ) async throws(PageStoreError) -> [Stager.Outcome] {
    let (slot, ids) = try await places(inputs.count)
    return try await stage(inputs, ids: ids, in: slot, policy, received: received)
  }

  /// Receives pages whose names are known.
  func stage(
    _ inputs: [PageInput], ids: [PageID], in slot: Slot, _ policy: UnreadablePagePolicy,
    received: @escaping @Sendable () -> Void
  ) async throws(PageStoreError) -> [Stager.Outcome] {
    let stager = Stager(
      slot: slot, policy: policy, limits: configuration.limits,
      maximumPageByteCount: configuration.maximumPageByteCount)
    var outcomes = [Stager.Outcome](repeating: .failure(.cancelled), count: inputs.count)
    // First, as long as there is room: they come only once.
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
    let staged = try await BlockingWork.run { () throws(PageStoreError) in
      stager.stage(
        atHand.map { inputs[$0] }, ids: atHand.map { ids[$0] }, received: received)
    }
    for (index, outcome) in zip(atHand, staged) { outcomes[index] = outcome }
    return outcomes
  }

  /// Where pages go, and their names; without a wait for other changes if there are enough of them.
  func places(_ count: Int) async throws(PageStoreError) -> (Slot, [PageID]) {
    if let slot = openSlot, let ids = ids.takeAtOnce(count) { return (slot, ids) }
    return try await onWriteQueue { () throws(PageStoreError) in
      (try self.slot(), try self.ids.take(count, from: self.catalogue))
    }
  }
}
