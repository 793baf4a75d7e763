// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

/// Sources that return invalid pages, or send more changes than are consumed.
@Suite struct UnusablePagesTests {
  typealias Example = SourceVersionTests.Example

  private static let start: [PageID] = [0, 1, 2, 3, 4]

  private static func unusable(_ kind: Int) -> [Page] {
    let others = [Page(id: 8), Page(id: 9), Page(id: 0)]
    return others + [kind == 0 ? Page(id: 8) : Page(id: 7, contentVersion: -kind)]
  }

  /// Its version alone must not be adopted: an edit would affect another page of the source.
  @Test(arguments: 0...1) func pagesThatCannotBeShownAreAskedForLessAndLess(
    kind: Int
  ) async throws {
    let example = try await Example(version: 7)
    let (source, gallery) = (example.source, example.gallery)
    await source.set(Self.unusable(kind), version: 8)
    await source.tell(8)
    var time = Duration.zero
    for wait in [100, 200, 400, 800] {
      time += .milliseconds(wait)
      try await eventually { example.clock.deadlines == [time] }
      example.clock.set(to: time)
    }
    try await eventually { example.clock.deadlines == [time + .milliseconds(1600)] }
    #expect(await gallery.pageIDs == Self.start)
    let edit = Task { try await gallery.delete(1) }
    try await example.passUntilEnded()
    await #expect(throws: GalleryEditError.self) { try await edit.value }
    #expect(try await source.pages().pages == Self.unusable(kind))
    await source.set([Page(id: 8), Page(id: 9)], version: 8)
    try await example.pass { await gallery.pageIDs == [8, 9] }
    #expect(await example.words().map { $0.prefix(5) } == ["lost ", "found"])
  }

  @Test(arguments: 0...1) func pagesThatCannotBeShownEndAnEdit(kind: Int) async throws {
    let example = try await Example(version: 7)
    let (source, gallery) = (example.source, example.gallery)
    await source.set(Self.unusable(kind), version: 8)
    let edit = Task { try await gallery.delete(1) }
    try await example.passUntilEnded()
    let error: UpdateError = kind == 0 ? .duplicateID(8) : .invalidContentVersion(found: -kind)
    await #expect(throws: GalleryEditError.source(.invalidChange(error))) { try await edit.value }
    #expect(await source.requestCount == 1)
    #expect(await source.readCount == 2)
  }

  /// A source that never answers receives an unlimited number of notifications.
  @Test func changesAreNotKeptWithoutEnd() async throws {
    let example = try await Example(version: 7)
    let (source, gallery) = (example.source, example.gallery)
    await source.hold()
    let edit = Task { try await gallery.delete(0) }
    try await example.pass { await source.isHolding }
    for version in 8...7000 { await source.tell(version) }
    try await eventually { await gallery.shared.newestVersion == 7000 }
    #expect(await gallery.shared.arrived.count <= 1024)
    await source.set([Page(id: 3)], version: 7000)
    await source.release(failing: .unsupportedRotation)
    try await example.pass { await gallery.pageIDs == [3] }
    _ = await edit.result
  }

  /// The changes of a stream after its cancellation are ignored.
  @Test func streamThatGoesOnAfterItWasCancelledIsNotHeard() async throws {
    let example = try await Example(version: 7)
    let stubborn = StubbornSource(source: ScriptedSource(GalleryExample.pages(5), version: 7))
    let source = stubborn.source
    let gallery = try await Gallery(
      showing: stubborn, viewport: GalleryExample.viewport, clock: example.clock)
    try await eventually { await source.streamCount == 1 }
    await source.tell(9)
    try await example.pass { await source.streamCount == 2 }
    let readCount = await source.readCount
    await source.tellFirst(3)
    try await eventually { await source.abandonedCount == 1 }
    #expect(await !gallery.shared.arePagesUnknown)
    #expect(await source.readCount == readCount)
    await gallery.close()
  }

  @Test func sourceThatIsGoneClosesTheGalleryThatAsksForAnEdit() async throws {
    let example = try await Example(version: 7)
    let (source, gallery) = (example.source, example.gallery)
    await source.endStreams()
    await source.refuse(with: .gone)
    let edit = Task { try await gallery.delete(0) }
    try await example.pass { await gallery.isClosed }
    await #expect(throws: GalleryEditError.source(.gone)) { try await edit.value }
    #expect(await example.words() == ["gone"])
  }

  /// The index of a restored page is a hint.
  @Test(arguments: [(-3, 0), (2, 2), (.max, 5), (.min, 0)]) func pageComesBackWithinThePages(
    index: Int, place: Int
  ) async throws {
    let example = try await Example(version: 7)
    let gallery = example.gallery
    await example.source.setDeletedPage(DeletedPage(page: Page(id: 9), index: index))
    let edit = Task { try await gallery.restore(9) }
    try await example.passUntilEnded()
    _ = try await edit.value
    #expect(await gallery.pageIDs.firstIndex(of: 9) == place)
  }

  @Test func anotherPageThanTheDeletedOneIsNotInserted() async throws {
    let example = try await Example(version: 7)
    await example.source.setDeletedPage(DeletedPage(page: Page(id: 8), index: 0))
    await #expect(throws: GalleryEditError.source(.invalidChange(.unknownPage(9)))) {
      try await example.gallery.restore(9)
    }
  }
}

/// Pages whose streams of changes do not end when they are cancelled.
private struct StubbornSource: PageSource {
  let source: ScriptedSource

  func pages() async throws(PageSourceError) -> VersionedPages { try await source.pages() }

  func apply(
    _ changeset: Changeset, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    try await source.apply(changeset, to: version)
  }

  func rotate(
    _ page: PageID, by turns: QuarterTurns, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt { throw .unsupportedRotation }

  func changes(after version: Int) -> StubbornChanges {
    StubbornChanges(stream: source.changes(after: version))
  }
}

private struct StubbornChanges: AsyncSequence, Sendable {
  typealias Element = PageSourceChange

  let stream: AsyncStream<PageSourceChange>

  func makeAsyncIterator() -> Iterator { Iterator(reader: Reader(stream.makeAsyncIterator())) }

  struct Iterator: AsyncIteratorProtocol {
    let reader: Reader

    func next() async -> PageSourceChange? {
      // A detached task is not cancelled with the task that waits for it.
      await Task { await reader.next() }.value
    }
  }

  actor Reader {
    private var iterator: AsyncStream<PageSourceChange>.Iterator

    init(_ iterator: sending AsyncStream<PageSourceChange>.Iterator) { self.iterator = iterator }

    func next() async -> PageSourceChange? {
      var iterator = iterator
      return await iterator.next(isolation: self)
    }
  }
}
