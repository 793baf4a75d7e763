// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

@testable import PageGallery

/// A source whose versions and changes are specified by a test, including wrong ones.
actor ScriptedSource: PageSource {
  private var known: VersionedPages
  private var streams: [AsyncStream<PageSourceChange>.Continuation] = []
  /// The first changes of each new stream.
  private var greeting: [PageSourceChange] = []
  /// The versions after which changes were requested.
  private(set) var starts: [Int] = []
  /// The number of requests for the pages.
  private(set) var readCount = 0

  /// The number of requests for a change.
  private(set) var requestCount = 0
  /// The number of streams without a listener.
  private(set) var abandonedCount = 0

  /// The reported pages, `nil` for the actual ones.
  private var statement: Result<VersionedPages, PageSourceError>?
  /// The error added to the versions of receipts.
  private var receiptError = 0
  private var holdsPages = false
  private var heldPages: [CheckedContinuation<Void, Never>] = []
  /// The page that can be restored.
  private var deleted: DeletedPage?

  /// The error of requests, `nil` if they succeed.
  private var failure: PageSourceError?
  private var holds = false
  private var held: [CheckedContinuation<Void, Never>] = []

  init(_ pages: [Page], version: Int) { known = VersionedPages(pages: pages, version: version) }

  var streamCount: Int { streams.count }

  func set(_ pages: [Page], version: Int) {
    known = VersionedPages(pages: pages, version: version)
  }

  /// Answers with any pages until ``answerTruly()``.
  func answerPages(with pages: [Page], version: Int) {
    statement = .success(VersionedPages(pages: pages, version: version))
  }

  /// Fails to provide the pages until ``answerTruly()``.
  func failPages(with error: PageSourceError) { statement = .failure(error) }

  /// Adds a number to the versions of receipts until ``answerTruly()``.
  func miscountReceipts(by difference: Int) { receiptError = difference }

  func answerTruly() { (statement, receiptError, failure) = (nil, 0, nil) }

  /// Refuses all changes until ``answerTruly()``.
  func refuse(with error: PageSourceError) { failure = error }

  func setDeletedPage(_ page: DeletedPage) { deleted = page }

  /// Whether a call waits for ``releasePages()``.
  var isHoldingPages: Bool { !heldPages.isEmpty }

  /// Delays the answer of the next call for the pages until its release.
  func holdNextPages() { holdsPages = true }

  func releasePages() {
    for continuation in heldPages { continuation.resume() }
    heldPages = []
  }

  /// Whether a call waits for ``release(failing:)``.
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

  /// Sends a change to the oldest stream only.
  func tellFirst(_ version: Int) {
    streams.first?.yield(PageSourceChange(version: version, changeset: nil))
  }

  func endStreams() {
    for stream in streams { stream.finish() }
    streams = []
  }

  func pages() async throws(PageSourceError) -> VersionedPages {
    readCount += 1
    let answer = statement ?? .success(known)
    if holdsPages {
      holdsPages = false
      await withCheckedContinuation { heldPages.append($0) }
    }
    return try answer.get()
  }

  func version() -> Int { known.version }

  func apply(
    _ changeset: Changeset, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    requestCount += 1
    if holds { await withCheckedContinuation { held.append($0) } }
    if let failure { throw failure }
    guard version == known.version else { throw .conflict(version: known.version) }
    var order = SourcePages(known.pages)
    do throws(UpdateError) { try order.apply(changeset) } catch { throw .invalidChange(error) }
    known = VersionedPages(pages: order.pages, version: version &+ 1)
    return PageSourceReceipt(version: known.version &+ receiptError)
  }

  func rotate(
    _ page: PageID, by turns: QuarterTurns, to version: Int
  ) throws(PageSourceError) -> PageSourceReceipt { throw .unsupportedRotation }

  func deletedPage(_ page: PageID) throws(PageSourceError) -> DeletedPage {
    guard let deleted else { throw .unsupportedRestoration }
    return deleted
  }

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
    stream.onTermination = { _ in Task { await self.noteAbandonment() } }
  }

  private func noteAbandonment() { abandonedCount += 1 }
}
