// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GalleryModel
import PageImaging
import Synchronization

/// Receives pages on all cores, and lets them share the wait for the disk.
///
/// Memory is in proportion to the number of cores: each has one piece of one page.
struct Stager: Sendable {
  /// A page whose bytes were written, or why they were not.
  typealias Outcome = Result<StagedPage, PageStoreError>

  let slot: Slot
  let policy: UnreadablePagePolicy
  let limits: DecodingLimits
  let maximumPageByteCount: Int

  /// Receives pages whose bytes are at hand.
  ///
  /// - Parameters:
  ///   - inputs: The pages, as many as may be open at a time.
  ///   - ids: A name for each.
  ///   - received: Called on any thread when a page has arrived.
  /// - Returns: One outcome for each page; those that succeeded are on the disk.
  func stage(
    _ inputs: [PageInput], ids: [PageID], received: @Sendable () -> Void
  ) -> [Outcome] {
    let written = inParallel(inputs.count) { index in
      defer { received() }
      return attempt { () throws(PageStoreError) in try receive(inputs[index]) }
    }
    return inParallel(inputs.count) { index in
      attempt { () throws(PageStoreError) in
        let (receiver, content) = try written[index].get()
        try receiver.value.synchronize()
        return StagedPage(id: ids[index], file: receiver.value.file, content: content)
      }
    }
  }

  private func receive(
    _ input: PageInput
  ) throws(PageStoreError) -> (Passed<PageReceiver>, StagedContent) {
    let receiver = try PageReceiver(slot: slot, limit: maximumPageByteCount)
    switch input.origin {
    case .bytes(let bytes): try receiver.take(bytes)
    case .file(let path): try receiver.take(contentsOf: path)
    case .stream: preconditionFailure("streams are received by tasks")
    }
    return (Passed(receiver), try receiver.finish(policy, limits: limits))
  }

  /// Receives a page that arrives in pieces.
  func stage(
    _ pieces: @Sendable (_ take: ([UInt8]) async throws -> Void) async throws -> Void, id: PageID
  ) async throws(PageStoreError) -> StagedPage {
    let (slot, limit) = (slot, maximumPageByteCount)
    let receiver = try await BlockingWork.run { () throws(PageStoreError) in
      Passed(try PageReceiver(slot: slot, limit: limit))
    }
    do {
      try await pieces { piece in
        try await BlockingWork.run { () throws(PageStoreError) in try receiver.value.take(piece) }
      }
    } catch let error as PageStoreError {
      throw error
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw .streamFailed(message: "\(error)")
    }
    let (policy, limits) = (policy, limits)
    return try await BlockingWork.run { () throws(PageStoreError) in
      let content = try receiver.value.finish(policy, limits: limits)
      try receiver.value.synchronize()
      return StagedPage(id: id, file: receiver.value.file, content: content)
    }
  }

  private func attempt<Value>(
    _ body: () throws(PageStoreError) -> Value
  ) -> Result<Value, PageStoreError> {
    Result(catching: body)
  }

  /// Computes values on all cores.
  private func inParallel<Value>(
    _ count: Int, _ body: @Sendable (Int) -> Result<Value, PageStoreError>
  ) -> [Result<Value, PageStoreError>] {
    let workers = min(count, SystemCalls.processorCount)
    let next = Mutex(0)
    let results = Mutex<[Passed<Result<Value, PageStoreError>>?]>(
      Array(repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < count else { return }
        let result = Passed(body(index))
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock { $0.map { $0?.value ?? .failure(.cancelled) } }
  }
}

/// A value that goes from one thread to another and is never used by two at a time.
///
/// The compiler cannot see that: the value is written before a queue or a lock hands it on, and the
/// one who had it before does not keep it.
struct Passed<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
