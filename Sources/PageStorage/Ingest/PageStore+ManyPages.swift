// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension PageStore {
  /// What became of one page.
  public typealias IngestOutcome = Result<StoredPage, PageStoreError>

  /// Adds many pages at the end of a document, in order.
  ///
  /// Pages are received on all cores, and stored in portions that share their waits for the disk. A
  /// page that cannot be stored does not keep the others from being stored. If the task is cancelled,
  /// the portions that are left end as `.cancelled`.
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
    var outcomes: [IngestOutcome] = []
    outcomes.reserveCapacity(inputs.count)
    let counter = ProgressCounter(report: progress)
    let portions = stride(from: 0, to: inputs.count, by: Self.portionCount).map { start in
      Array(inputs[start..<min(start + Self.portionCount, inputs.count)])
    }
    var staged = await stagePortion(portions.first ?? [], for: document, policy, counter)
    for number in portions.indices {
      let following = number + 1 < portions.count ? portions[number + 1] : []
      // The next portion arrives while this one is committed.
      async let next = stagePortion(following, for: document, policy, counter)
      outcomes += await insertPortion(staged, into: document)
      staged = await next
    }
    return outcomes
  }

  /// The pages that are committed together: enough to share the waits for the disk, few enough that
  /// others who write wait for milliseconds.
  static let portionCount = 250

  private func stagePortion(
    _ inputs: [PageInput], for document: DocumentID, _ policy: UnreadablePagePolicy,
    _ counter: ProgressCounter
  ) async -> [Stager.Outcome] {
    guard !inputs.isEmpty else { return [] }
    do throws(PageStoreError) {
      if Task.isCancelled { throw PageStoreError.cancelled }
      _ = try await self.document(document)
      return try await stage(inputs, policy) { counter.add() }
    } catch {
      return inputs.map { _ in .failure(error) }
    }
  }

  private func insertPortion(
    _ staged: [Stager.Outcome], into document: DocumentID
  ) async -> [IngestOutcome] {
    let sound = staged.compactMap { try? $0.get() }
    do throws(PageStoreError) {
      if Task.isCancelled { throw PageStoreError.cancelled }
      var stored = sound.isEmpty ? [] : try await insert(sound, at: nil, of: document)[...]
      return staged.map { outcome in
        outcome.flatMap { _ in stored.popFirst().map { .success($0) } ?? .failure(.cancelled) }
      }
    } catch {
      return staged.map { outcome in outcome.flatMap { _ in .failure(error) } }
    }
  }

  /// Receives pages: those whose bytes are at hand on all cores, streams as they come.
  func stage(
    _ inputs: [PageInput], _ policy: UnreadablePagePolicy, received: @escaping @Sendable () -> Void
  ) async throws(PageStoreError) -> [Stager.Outcome] {
    let (slot, ids) = try await places(inputs.count)
    let stager = Stager(
      slot: slot, policy: policy, limits: configuration.limits,
      maximumPageByteCount: configuration.maximumPageByteCount)
    let atHand = inputs.indices.filter { !inputs[$0].isStream }
    let staged = try await BlockingWork.run { () throws(PageStoreError) in
      stager.stage(
        atHand.map { inputs[$0] }, ids: atHand.map { ids[$0] }, received: received)
    }
    var outcomes = [Stager.Outcome](repeating: .failure(.cancelled), count: inputs.count)
    for (index, outcome) in zip(atHand, staged) { outcomes[index] = outcome }
    for index in inputs.indices {
      guard case .stream(let pieces) = inputs[index].origin else { continue }
      do throws(PageStoreError) {
        outcomes[index] = .success(try await stager.stage(pieces, id: ids[index]))
      } catch {
        outcomes[index] = .failure(error)
      }
      received()
    }
    return outcomes
  }

  /// Where pages go, and their names; without a wait for other changes if there are enough of them.
  private func places(_ count: Int) async throws(PageStoreError) -> (Slot, [PageID]) {
    if let slot = openSlot, let ids = ids.takeAtOnce(count) { return (slot, ids) }
    return try await onWriteQueue { () throws(PageStoreError) in
      (try self.slot(), try self.ids.take(count, from: self.catalogue))
    }
  }
}

extension PageInput {
  fileprivate var isStream: Bool {
    if case .stream = origin { true } else { false }
  }
}
