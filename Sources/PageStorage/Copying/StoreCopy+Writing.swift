// SPDX-License-Identifier: Apache-2.0

import GalleryPages

extension StoreCopy {
  /// The number of originals that are received before they are committed.
  private static let portionCount = 128

  /// The number of originals that are received side by side.
  private static let streamCount = 4

  /// Writes documents, after the originals that the copy lacks.
  ///
  /// - Parameters:
  ///   - new: The documents as the copy gets them.
  ///   - old: The documents as the copy has them.
  ///   - found: The documents as the store had them.
  ///   - report: Receives what was written.
  /// - Returns: `false` if the documents of the store have changed so that they must be read again.
  /// - Throws: `PageStoreError`.
  func write(
    _ new: CopiedDocuments, over old: CopiedDocuments, from found: CopiedDocuments,
    _ report: inout StoreCopyReport
  ) async throws(PageStoreError) -> Bool {
    var missing = try await missingOriginals(of: new)[...]
    var received = Received()
    while missing.count > Self.portionCount {
      try await receive(Array(missing.prefix(Self.portionCount)), &received)
      missing = missing.dropFirst(Self.portionCount)
      let staged = received.take()
      try await change(staged) { publication in
        _ = try publication.publish(staged, records: [])
      }
    }
    try await receive(Array(missing), &received)
    if !received.lost.isEmpty, try await !isCurrent(found) { return false }
    let staged = received.take()
    try await change(staged) { publication in
      try new.write(over: old, staged, publication)
    }
    report.add(new, over: old, received)
    return true
  }

  /// Whether the store still has documents as they were read: bytes that are missing are damaged then.
  private func isCurrent(_ documents: CopiedDocuments) async throws(PageStoreError) -> Bool {
    try await source.copiedDocuments(Set(documents.documents.keys)).documents == documents.documents
  }

  /// Returns a page of each original that the copy has not, or only as lost.
  private func missingOriginals(
    of documents: CopiedDocuments
  ) async throws(PageStoreError) -> [StoredPage] {
    let digests = Array(documents.originals.keys)
    let known = try await readCopy { db in
      try db.prepareOriginals(digests)
      return try Set(
        digests.filter { digest in
          guard let row = try db.original(digest) else { return false }
          return !row.isMarkedLost
        })
    }
    return documents.pagesOfOriginals(except: known)
  }

  /// What was received and not committed yet, and what could not be.
  struct Received {
    private var staged: [StagedPage] = []
    var count = 0
    var byteCount = 0
    /// The originals whose bytes the store has lost.
    var lost: Set<ContentDigest> = []

    mutating func take() -> [StagedPage] {
      defer { staged = [] }
      return staged
    }

    mutating func add(_ page: StagedPage) {
      staged.append(page)
      count += 1
      byteCount += page.byteCount
    }
  }

  private func receive(
    _ pages: [StoredPage], _ received: inout Received
  ) async throws(PageStoreError) {
    guard !pages.isEmpty else { return }
    let (slot, _) = try await Self.ofCopy { () async throws(PageStoreError) in
      try await target.slotAndIDs(0)
    }
    let results = await withTaskGroup(of: [Stager.Outcome].self) { group in
      for first in 0..<min(Self.streamCount, pages.count) {
        let part = stride(from: first, to: pages.count, by: Self.streamCount).map { pages[$0] }
        group.addTask {
          var outcomes: [Stager.Outcome] = []
          for page in part { outcomes.append(await receive(page, in: slot)) }
          return outcomes
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    for result in results {
      switch result {
      case .success(let page): received.add(page)
      case .failure(.corrupted(.original(let digest))): received.lost.insert(digest)
      case .failure(let error): throw error
      }
    }
  }

  private func receive(_ page: StoredPage, in slot: Slot) async -> Stager.Outcome {
    do throws(PageStoreError) {
      guard let blob = try await source.blobs.open(page.digest), blob.byteCount == page.byteCount
      else { throw .corrupted(.original(page.digest)) }
      var input = PageInput.stream(
        OriginalReader(page, blob).bytes(), byteCount: page.byteCount)
      input.digest = page.digest
      input.isDescribed = true
      input.keepsDamage = true
      return try await target.stage([input], ids: [page.id], in: slot, .keepAsDamaged) {}[0]
    } catch .irregularFile {
      // Something that is no file has taken the place of the bytes.
      return .failure(.corrupted(.original(page.digest)))
    } catch {
      return .failure(error)
    }
  }
}

extension StoreCopyReport {
  /// Adds what was written.
  fileprivate mutating func add(
    _ new: CopiedDocuments, over old: CopiedDocuments, _ received: StoreCopy.Received
  ) {
    for case let (id, document?) in new.documents where old.documents[id] != document {
      documentCount += 1
      pageCount += document.pages.count
      let lost = Set(document.originals.keys).intersection(received.lost)
      add(
        lost.sorted { $0.description < $1.description }.map {
          Problem(document: id, error: .corrupted(.original($0)))
        })
    }
    originalCount += received.count
    byteCount += received.byteCount
  }
}
