// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

@testable import PageGallery

/// Pages in memory whose stream of changes fails on request of a test.
actor FailingSource: PageSource {
  struct NetworkError: Error, Hashable, CustomStringConvertible {
    var description: String { "no route" }
  }

  private typealias Stream = AsyncThrowingStream<PageSourceChange, any Error>

  private var memory: MemoryPageSource
  private var streams: [Stream.Continuation] = []
  /// The error of every call, `nil` if calls succeed.
  private var failure: (any Error)?
  /// The versions after which changes were requested.
  private(set) var starts: [Int] = []
  private(set) var versionCount = 0

  init(_ pages: [Page]) { memory = MemoryPageSource(pages) }

  var streamCount: Int { streams.count }

  /// Ends all streams, and fails until ``answer()``.
  func fail(_ error: any Error = NetworkError()) {
    failure = error
    breakStreams(error)
  }

  func answer() { failure = nil }

  /// Ends all streams; the next one works.
  func breakStreams(_ error: any Error = NetworkError()) {
    for stream in streams { stream.finish(throwing: error) }
    streams = []
  }

  /// Resets to other pages, as after restoring a backup.
  func goBack(to pages: [Page]) {
    memory = MemoryPageSource(pages)
    breakStreams()
  }

  func change(_ changeset: Changeset) async throws {
    _ = try await memory.apply(changeset, to: await memory.pages().version)
  }

  /// Whether the pages cannot be read, although all other calls succeed.
  private var hidesPages = false

  func setHidesPages(_ hides: Bool) { hidesPages = hides }

  func pages() async throws(PageSourceError) -> VersionedPages {
    if let failure { throw PageSourceError(failure) }
    if hidesPages { throw PageSourceError(NetworkError()) }
    return await memory.pages()
  }

  func version() async throws(PageSourceError) -> Int {
    versionCount += 1
    if let failure { throw PageSourceError(failure) }
    return await memory.pages().version
  }

  func apply(
    _ changeset: Changeset, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    if let failure { throw PageSourceError(failure) }
    return try await memory.apply(changeset, to: version)
  }

  func rotate(
    _ page: PageID, by turns: QuarterTurns, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    if let failure { throw PageSourceError(failure) }
    return try await memory.rotate(page, by: turns, to: version)
  }

  nonisolated func changes(
    after version: Int
  ) -> AsyncThrowingStream<PageSourceChange, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: PageSourceChange.self, throwing: (any Error).self)
    Task { await add(continuation, after: version) }
    return stream
  }

  private func add(
    _ continuation: AsyncThrowingStream<PageSourceChange, any Error>.Continuation,
    after version: Int
  ) {
    starts.append(version)
    if let failure { return continuation.finish(throwing: failure) }
    streams.append(continuation)
    let changes = memory.changes(after: version)
    let relay = Task { for await change in changes { continuation.yield(change) } }
    continuation.onTermination = { _ in relay.cancel() }
  }
}
