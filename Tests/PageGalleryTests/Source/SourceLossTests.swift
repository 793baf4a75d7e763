// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

/// A failing source, and the reaction of a gallery.
@Suite struct SourceLossTests {
  struct Example {
    let clock = ManualClock()
    let source = FailingSource(GalleryExample.pages(5))
    let gallery: Gallery
    let events: AsyncStream<PageSourceEvent>

    init() async throws {
      gallery = try await Gallery(
        showing: source, viewport: GalleryExample.viewport, clock: clock)
      events = await gallery.sourceEvents()
      try await eventually { [source] in await source.streamCount == 1 }
    }

    /// Advances the time until the pages are those of the source.
    func pass(until condition: () async throws -> Bool) async throws {
      try await eventually {
        clock.set(to: clock.now.offset + .milliseconds(5))
        _ = await gallery.frame()
        return try await condition()
      }
    }

    /// Waits until the gallery sleeps until a time, and is the only sleeper.
    func expectAttempt(at time: Duration) async throws {
      try await eventually { clock.deadlines == [time] }
    }
  }

  @Test func changesArriveAgainAfterTheStreamHasFailed() async throws {
    let example = try await Example()
    await example.source.breakStreams()
    try await example.source.change(Changeset(deletions: [0]))
    try await example.pass { await example.gallery.pageIDs == [1, 2, 3, 4] }
    // Starting with the last known version, without reading the pages.
    #expect(await example.source.starts == [0, 0])
    try await example.source.change(Changeset(deletions: [0]))
    try await example.pass { await example.gallery.pageIDs == [2, 3, 4] }
    await example.gallery.close()
    var seen: [String] = []
    for await event in example.events { seen.append(event.word) }
    #expect(seen == ["lost no route", "found"])
  }

  @Test func attemptsBecomeLessFrequent() async throws {
    let example = try await Example()
    await example.source.fail()
    var time = Duration.zero
    for wait in [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000] {
      time += .milliseconds(wait)
      try await example.expectAttempt(at: time)
      example.clock.set(to: time)
    }
    try await example.expectAttempt(at: time + .seconds(10))
    #expect(await example.source.versionCount == 9)
    await example.source.answer()
    example.clock.set(to: time + .seconds(10))
    try await eventually { await example.source.streamCount == 1 }
    #expect(example.clock.deadlines == [], "a gallery that listens sleeps")
    // A source that answers and fails immediately is not called more often.
    await example.source.fail()
    try await example.expectAttempt(at: time + .seconds(20))
    await example.source.answer()
    example.clock.set(to: time + .seconds(20))
    try await eventually { await example.source.streamCount == 1 }
    // A source that was available for long is retried soon.
    example.clock.set(to: time + .seconds(40))
    await example.source.fail()
    try await example.expectAttempt(at: time + .milliseconds(40_100))
    await example.gallery.close()
    var seen: [String] = []
    for await event in example.events { seen.append(event.word) }
    #expect(seen == ["lost no route", "found", "lost no route", "found", "lost no route"])
  }

  @Test func editsDuringALossFailAndWorkAfterwards() async throws {
    let example = try await Example()
    await example.source.fail()
    let gallery = example.gallery
    let failing = Task { try await gallery.delete(0) }
    try await example.pass { await gallery.frame().stage != .none }
    try await example.pass { await gallery.frame().stage == .none }
    await #expect(throws: GalleryEditError.source(PageSourceError(FailingSource.NetworkError()))) {
      try await failing.value
    }
    await example.source.answer()
    try await example.pass { await example.source.streamCount == 1 }
    #expect(await gallery.pageIDs == [0, 1, 2, 3, 4])
    let edit = Task { try await gallery.delete(0) }
    try await example.pass { await gallery.pageIDs == [1, 2, 3, 4] }
    _ = try await edit.value
    try await example.source.change(Changeset(deletions: [0]))
    try await example.pass { await gallery.pageIDs == [2, 3, 4] }
  }

  @Test func goneSourceClosesTheGallery() async throws {
    let example = try await Example()
    let galleryEvents = await example.gallery.events()
    await example.source.fail(PageSourceError.gone)
    var seen: [String] = []
    for await event in example.events { seen.append(event.word) }
    #expect(seen == ["gone"])
    for await _ in galleryEvents {}
    #expect(await example.gallery.isClosed)
    await #expect {
      try await example.gallery.delete(0)
    } throws: { error in
      if case GalleryEditError.closed = error { true } else { false }
    }
    #expect(example.clock.deadlines == [])
  }

  @Test func sourceThatGoesAwayForGoodWhileItIsLostClosesTheGallery() async throws {
    let example = try await Example()
    await example.source.fail()
    try await example.expectAttempt(at: .milliseconds(100))
    await example.source.fail(PageSourceError.gone)
    example.clock.set(to: .milliseconds(100))
    var seen: [String] = []
    for await event in example.events { seen.append(event.word) }
    #expect(seen == ["lost no route", "gone"])
  }

  @Test func sourceThatHasForgottenChangesIsFollowed() async throws {
    let example = try await Example()
    for _ in 0..<3 { try await example.source.change(Changeset(deletions: [0])) }
    try await example.pass { await example.gallery.pageIDs == [3, 4] }
    await example.source.goBack(to: GalleryExample.pages(4))
    try await example.pass { await example.gallery.pageIDs == [0, 1, 2, 3] }
    try await example.source.change(Changeset(deletions: [0]))
    try await example.pass { await example.gallery.pageIDs == [1, 2, 3] }
    let gallery = example.gallery
    let edit = Task { try await gallery.delete(3) }
    try await example.pass { await gallery.pageIDs == [1, 2] }
    _ = try await edit.value
    #expect(try await example.source.pages().pages.map(\.id) == [1, 2])
  }

  @Test func missedChangesArriveAlsoIfThePagesCouldNotBeRead() async throws {
    let example = try await Example()
    try await example.source.change(Changeset(deletions: [0]))
    try await example.pass { await example.gallery.pageIDs == [1, 2, 3, 4] }
    await example.source.fail()
    // There is a gap, so the pages are requested, and the request fails.
    await example.gallery.receive(PageSourceChange(version: 7, changeset: nil))
    try await example.source.change(Changeset(deletions: [0]))
    await example.source.answer()
    try await example.pass { await example.gallery.pageIDs == [2, 3, 4] }
  }

  /// A source that reports its version but fails to provide its pages is lost once, and retried
  /// with increasing delays.
  @Test func pagesThatCannotBeReadAreAskedForLessAndLess() async throws {
    let example = try await Example()
    await example.source.setHidesPages(true)
    await example.gallery.receive(PageSourceChange(version: 7, changeset: nil))
    var time = Duration.zero
    for wait in [100, 200, 400, 800, 1600] {
      time += .milliseconds(wait)
      try await example.expectAttempt(at: time)
      example.clock.set(to: time)
    }
    await example.source.setHidesPages(false)
    try await example.source.change(Changeset(deletions: [0]))
    try await example.pass { await example.gallery.pageIDs == [1, 2, 3, 4] }
    await example.gallery.close()
    var seen: [String] = []
    for await event in example.events { seen.append(event.word) }
    #expect(seen == ["lost no route", "found"])
  }

  @Test func closedGalleryAsksNoMore() async throws {
    let example = try await Example()
    await example.source.fail()
    try await example.expectAttempt(at: .milliseconds(100))
    await example.gallery.close()
    try await eventually { example.clock.deadlines.isEmpty }
    #expect(await example.source.versionCount == 0)
  }

  @Test func abandonedGalleryAsksNoMore() async throws {
    let clock = ManualClock()
    let source = FailingSource(GalleryExample.pages(2))
    var gallery: Gallery? = try await Gallery(
      showing: source, viewport: GalleryExample.viewport, clock: clock)
    try await eventually { await source.streamCount == 1 }
    await source.fail()
    try await eventually { clock.deadlines == [.milliseconds(100)] }
    #expect(await gallery?.isClosed == false)
    gallery = nil
    try await eventually { clock.deadlines.isEmpty }
  }
}

extension PageSourceEvent {
  /// The event without its time.
  var word: String {
    switch self {
    case .lost(let message, _): "lost \(message)"
    case .found: "found"
    case .gone: "gone"
    }
  }
}
