// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GalleryPages
import GallerySystem
import PageImaging
import Synchronization

/// A receiver of pages on all cores, which share the waits for the disk.
///
/// Pages are received while others wait for the disk. Memory use is proportional to the number of
/// cores: each holds one piece of one page. Few files are open at a time.
struct Stager: Sendable {
  /// A staged page, or the error that prevented it.
  typealias Outcome = Result<StagedPage, PageStoreError>

  let slot: Slot
  let policy: UnreadablePagePolicy
  let limits: DecodingLimits
  let maximumPageByteCount: Int

  /// Receives pages whose bytes are available.
  ///
  /// - Parameters:
  ///   - inputs: The pages.
  ///   - ids: An identifier for each.
  ///   - received: Called on any thread when a page has been received.
  /// - Returns: One outcome for each page; those that succeeded are on the disk.
  func stage(
    _ inputs: [PageInput], ids: [PageID], received: @Sendable () -> Void
  ) -> [Outcome] {
    let syncs = DiskSyncs()
    let copier = PageCopier(slot: slot, limit: maximumPageByteCount)
    let received = inParallel(inputs.count) { index in
      defer { received() }
      return attempt { () throws(PageStoreError) in
        _ = try inputs[index].metadata.stored
        let (file, content) = try copier.copy(inputs[index])
        syncs.start(index) { () throws(PageStoreError) in try file.synchronize() }
        // Work done while the file is being synced.
        let policy = self.policy(for: inputs[index])
        return (file.staged, try file.content(content, policy, limits: limits))
      }
    }
    let failures = syncs.finish()
    return received.indices.map { index in
      received[index].flatMap { file, content in
        if let failure = failures[index] { return .failure(failure) }
        return attempt { () throws(PageStoreError) in
          try StagedPage(id: ids[index], file: file, content: content, of: inputs[index])
        }
      }
    }
  }

  /// Receives a page that arrives in pieces.
  func stage(
    _ stream: PageInput.Stream, of input: PageInput, id: PageID
  ) async throws(PageStoreError) -> StagedPage {
    _ = try input.metadata.stored
    let (slot, limit, limits) = (slot, maximumPageByteCount, limits)
    let policy = policy(for: input)
    let receiver = try await BlockingWork.run { () throws(PageStoreError) in
      TransferredValue(
        try PageReceiver(
          slot: slot, limit: limit, announced: stream.byteCount, limits: limits, policy))
    }
    let received: StagedContent
    do {
      // The task moves to a thread that may block: each piece would otherwise wake one, and the task again.
      try await withTaskExecutorPreference(BlockingWork.executor) {
        try await stream.pieces { piece in try receiver.value.take(piece) }
      }
      received = try receiver.value.finish()
      try input.require(received.digest)
    } catch let error as PageStoreError {
      throw error
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw .streamFailed(message: "\(error)")
    }
    return try await DiskSyncs.run { () throws(PageStoreError) in
      let (file, content) = try receiver.value.store(received, policy)
      return try StagedPage(id: id, file: file, content: content, of: input)
    }
  }

  private func policy(for input: PageInput) -> UnreadablePagePolicy {
    input.keepsDamage ? .keepAsDamaged : policy
  }

  private func attempt<Value>(
    _ body: () throws(PageStoreError) -> Value
  ) -> Result<Value, PageStoreError> {
    Result(catching: body)
  }

  /// Computes values on all cores.
  private func inParallel<Value: Sendable>(
    _ count: Int, _ body: @Sendable (Int) -> Result<Value, PageStoreError>
  ) -> [Result<Value, PageStoreError>] {
    let workers = min(count, SystemCalls.processorCount)
    let next = Mutex(0)
    let results = Mutex<[Result<Value, PageStoreError>]>(
      Array(repeating: .failure(.cancelled), count: count))
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < count else { return }
        let result = body(index)
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock(\.self)
  }
}
