// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

/// Sources with wrong or missing versions: a gallery neither stops listening nor retries in a tight
/// loop.
@Suite struct SourceVersionTests {
  struct Example {
    let clock = ManualClock()
    let source: ScriptedSource
    let gallery: Gallery
    let events: AsyncStream<PageSourceEvent>

    init(version: Int, greeting: [PageSourceChange] = []) async throws {
      source = ScriptedSource(GalleryExample.pages(5), version: version)
      await source.greet(with: greeting)
      gallery = try await Gallery(
        showing: source, viewport: GalleryExample.viewport, clock: clock)
      events = await gallery.sourceEvents()
      try await eventually { [source] in await source.streamCount == 1 }
    }

    func pass(until condition: () async throws -> Bool) async throws {
      try await eventually {
        clock.set(to: clock.now.offset + .milliseconds(5))
        _ = await gallery.frame()
        return try await condition()
      }
    }

    func words() async -> [String] {
      await gallery.close()
      var words: [String] = []
      for await event in events { words.append(event.word) }
      return words
    }
  }

  private static func deletion(at index: Int) -> Changeset { Changeset(deletions: [index]) }

  /// A backup was restored while the stream continues.
  @Test func pagesOfAnEarlierVersionAreShownAndFollowed() async throws {
    let example = try await Example(version: 7)
    await example.source.set(GalleryExample.pages(2), version: 4)
    await example.source.tell(4, Self.deletion(at: 0))
    try await example.pass { await example.gallery.pageIDs == [0, 1] }
    // It has no history for a stream that begins later.
    try await eventually { await example.source.streamCount == 2 }
    #expect(await example.source.starts == [7, 4])
    await example.source.set([Page(id: 1)], version: 5)
    await example.source.tell(5, Self.deletion(at: 0))
    try await example.pass { await example.gallery.pageIDs == [1] }
    #expect(
      await example.words() == [
        "lost The version of the pages decreased from 7 to 4.", "found",
      ])
  }

  /// Its version alone does not show that the known state belongs to other pages.
  @Test func pagesThatWentBackAndHaveOvertakenAreRead() async throws {
    let example = try await Example(version: 7)
    await example.source.set([Page(id: 8), Page(id: 9)], version: 7)
    await example.source.tell(4, nil)
    try await example.pass { await example.gallery.pageIDs == [8, 9] }
    try await eventually { await example.source.streamCount == 2 }
    await example.source.set([Page(id: 9)], version: 8)
    await example.source.tell(8, Self.deletion(at: 0))
    try await example.pass { await example.gallery.pageIDs == [9] }
  }

  @Test func changesOfOurOwnAreNoStepBack() async throws {
    let example = try await Example(version: 7)
    let gallery = example.gallery
    let edit = Task { try await gallery.delete(0) }
    try await example.pass { await gallery.pageIDs == [1, 2, 3, 4] }
    _ = try await edit.value
    await example.source.tell(8, Self.deletion(at: 0))
    await example.source.set(GalleryExample.pages(5).suffix(3), version: 9)
    await example.source.tell(9, Self.deletion(at: 0))
    try await example.pass { await gallery.pageIDs == [2, 3, 4] }
    #expect(await example.source.readCount == 1)
    #expect(await example.source.starts == [7])
    #expect(await example.words() == [])
  }

  @Test func sameVersionAgainAndAgainIsHeardLessAndLess() async throws {
    let change = PageSourceChange(version: 7, changeset: Self.deletion(at: 0))
    let example = try await Example(version: 7, greeting: [change, change])
    var time = Duration.zero
    for wait in [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000] {
      time += .milliseconds(wait)
      try await eventually { example.clock.deadlines == [time] }
      example.clock.set(to: time)
    }
    try await eventually { example.clock.deadlines == [time + .seconds(10)] }
    #expect(await example.source.starts.count == 10)
    #expect(await example.gallery.pageIDs == [0, 1, 2, 3, 4])
  }

  /// The source reports a change, and returns pages without it: an immediate retry would have the
  /// same result.
  @Test func pagesOlderThanTheChangesAreAskedForLessAndLess() async throws {
    let change = PageSourceChange(version: 8, changeset: nil)
    let example = try await Example(version: 7, greeting: [change])
    var time = Duration.zero
    for wait in [100, 200, 400, 800, 1600] {
      time += .milliseconds(wait)
      try await eventually { example.clock.deadlines == [time] }
      example.clock.set(to: time)
    }
    try await eventually { example.clock.deadlines == [time + .milliseconds(3200)] }
    // Once at the beginning, then for the change and for the attempt after it.
    #expect(await example.source.readCount == 1 + 6 + 5)
    await example.source.greet(with: [])
    await example.source.set(GalleryExample.pages(3), version: 8)
    try await example.pass { await example.gallery.pageIDs == [0, 1, 2] }
    try await eventually { await example.source.streamCount == 7 }
    #expect(await example.gallery.shared.version == 8)
  }

  /// There are no other writers: the pages are not requested, and a conflict reveals the missed
  /// changes.
  @Test func streamThatEndsIsNoLoss() async throws {
    let example = try await Example(version: 7)
    await example.source.endStreams()
    let gallery = example.gallery
    let first = Task { try await gallery.delete(0) }
    try await example.pass { await gallery.pageIDs == [1, 2, 3, 4] }
    _ = try await first.value
    await example.source.set([Page(id: 3), Page(id: 4), Page(id: 9)], version: 12)
    let second = Task { try await gallery.delete(4) }
    try await example.pass { await gallery.pageIDs == [3, 9] }
    _ = try await second.value
    try await example.pass { example.clock.deadlines.isEmpty }
    #expect(await example.source.starts == [7])
    #expect(await example.words() == [])
  }

  @Test func streamThatTellsNothingLetsTheGallerySleep() async throws {
    let example = try await Example(version: 7)
    #expect(example.clock.deadlines.isEmpty)
    let readCount = await example.source.readCount
    example.clock.set(to: .seconds(86_400))
    _ = await example.gallery.frame()
    #expect(await example.source.readCount == readCount && example.clock.deadlines.isEmpty)
    #expect(await example.words() == [])
  }

  @Test(arguments: [Int.max, .min, -1]) func versionsAtTheEndsOfNumbersTrapNowhere(
    version: Int
  ) async throws {
    let example = try await Example(version: version)
    let gallery = example.gallery
    let edit = Task { try await gallery.delete(0) }
    try await example.pass { await gallery.pageIDs == [1, 2, 3, 4] }
    _ = await edit.result
    for told in [Int.min, .max, 0, version] {
      await example.source.tell(told, nil)
      try await example.pass { await !gallery.isWaitingForSource }
    }
    try await example.pass { await gallery.pageIDs == [1, 2, 3, 4] }
  }
}
