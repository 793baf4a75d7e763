// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

@testable import PageGallery

/// Pages whose versions and changes are told as a test wants, however wrong they are.
actor ScriptedSource: PageSource {
  private var known: VersionedPages
  private var streams: [AsyncStream<PageSourceChange>.Continuation] = []
  /// What each new stream tells at once.
  private var greeting: [PageSourceChange] = []
  /// The versions from which on changes were asked for.
  private(set) var starts: [Int] = []
  /// How often the pages were asked for.
  private(set) var readCount = 0

  /// What requests throw, `nil` if they are made.
  private var failure: PageSourceError?
  private var holds = false
  private var held: [CheckedContinuation<Void, Never>] = []

  init(_ pages: [Page], version: Int) { known = VersionedPages(pages: pages, version: version) }

  var streamCount: Int { streams.count }

  func set(_ pages: [Page], version: Int) {
    known = VersionedPages(pages: pages, version: version)
  }

  /// Whether somebody waits for ``release(failing:)``.
  var isHolding: Bool { !held.isEmpty }

  func hold() { holds = true }

  func release(failing error: PageSourceError? = nil) {
    (holds, failure) = (false, error)
    for continuation in held { continuation.resume() }
    held = []
  }

  func greet(with changes: [PageSourceChange]) { greeting = changes }

  func tell(_ version: Int, _ changeset: Changeset? = nil) {
    for stream in streams {
      stream.yield(PageSourceChange(version: version, changeset: changeset))
    }
  }

  func endStreams() {
    for stream in streams { stream.finish() }
    streams = []
  }

  func pages() -> VersionedPages {
    readCount += 1
    return known
  }

  func version() -> Int { known.version }

  func apply(
    _ changeset: Changeset, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    if holds { await withCheckedContinuation { held.append($0) } }
    if let failure { throw failure }
    guard version == known.version else { throw .conflict(version: known.version) }
    var order = PageOrder(known.pages)
    do throws(UpdateError) { try order.apply(changeset) } catch { throw .invalidChange(error) }
    known = VersionedPages(pages: order.pages, version: version &+ 1)
    return PageSourceReceipt(version: known.version)
  }

  func rotate(
    _ page: PageID, by turns: QuarterTurns, to version: Int
  ) throws(PageSourceError) -> PageSourceReceipt { throw .unsupportedRotation }

  nonisolated func changes(after version: Int) -> AsyncStream<PageSourceChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: PageSourceChange.self)
    Task { await add(continuation, after: version) }
    return stream
  }

  private func add(
    _ stream: AsyncStream<PageSourceChange>.Continuation, after version: Int
  ) {
    starts.append(version)
    streams.append(stream)
    for change in greeting { stream.yield(change) }
  }
}
