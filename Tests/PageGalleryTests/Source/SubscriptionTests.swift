// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

@Suite struct SubscriptionTests {
  /// The pages of a subscriber that applies every received change.
  private func follow(
    _ subscription: GallerySubscription, until version: Int, from pages: VersionedPages? = nil
  ) async throws -> [Page] {
    var known = pages ?? subscription.pages
    guard known.version < version else { return known.pages }
    for await change in subscription.changes {
      try #require(change.version == known.version + 1, "a gap")
      try known.apply(change)
      if known.version == version { break }
    }
    return known.pages
  }

  /// A service that sets each size repeatedly does not overflow the queues of its subscribers.
  @Test func aShapeThatIsKnownIsNoChange() async throws {
    let example = try await GalleryExample()
    let gallery = example.gallery
    let subscription = await gallery.subscribe()
    let page = GalleryExample.pages(5)[2]
    for _ in 0..<2_000 { try await gallery.setSize(page.size, of: page.id) }
    let other = try PageShape(aspectRatio: 0.25)
    for _ in 0..<2_000 { try await gallery.setSize(other, of: page.id) }
    let version = subscription.pages.version + 1
    let pages = try await follow(subscription, until: version)
    #expect(pages[2].size == other)
    #expect(await gallery.subscribe().pages.version == version)
  }

  @Test func subscriberHasThePagesOfTheGallery() async throws {
    let example = try await GalleryExample()
    let gallery = example.gallery
    let subscription = await gallery.subscribe()
    #expect(subscription.pages.pages == GalleryExample.pages(5))
    let size = try PageShape(aspectRatio: 0.5)
    let requests: [UpdateRequest] = [
      .delete(.id(2)), .insert(Page(id: 9, size: size), at: 1), .move(.id(0), to: 3),
      .replace(.id(9), with: nil), .batch([.delete(.id(4)), .replace(.id(1), with: size)]),
    ]
    for request in requests {
      let edit = Task { try await gallery.update(request) }
      try await eventually { await gallery.frame().stage != .none }
      try await example.runUntilNothingMoves()
      _ = try await edit.value
    }
    try await example.source.change(Changeset(deletions: [3]))
    try await example.runUntilNothingMoves()
    try await gallery.setSize(size, of: 9)
    let version = await gallery.pagesVersion
    #expect(version >= 7)
    #expect(try await follow(subscription, until: version) == gallery.pages)
    // A new subscriber starts at this version.
    let other = await gallery.subscribe()
    #expect(other.pages == VersionedPages(pages: await gallery.pages, version: version))
    await gallery.close()
    for await _ in other.changes { Issue.record("a change of nothing") }
  }

  @Test func subscriberThatIsFarBehindIsToldToBeginAnew() async throws {
    let example = try await GalleryExample()
    let subscription = await example.gallery.subscribe(keeping: 2)
    for ratio in [1.0, 2, 3, 4] {
      try await example.gallery.setSize(try PageShape(aspectRatio: ratio), of: 0)
    }
    var versions: [Int] = []
    for await change in subscription.changes { versions.append(change.version) }
    #expect(versions == [1, 2], "no gap, and then the end")
    #expect(await example.gallery.subscribers.isEmpty)
  }

  /// Pages that are not based on the previous ones are delivered with the change itself: read
  /// afterwards, they could have a later version.
  @Test func takeoverWithoutAChangeTellsThePages() async throws {
    let example = try await GalleryExample()
    await example.source.tellWrongCounts()
    let subscription = await example.gallery.subscribe()
    let edit = Task { try await example.gallery.delete(1) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    try await example.run(to: .seconds(1))
    _ = await edit.result
    let pages = await example.gallery.versionedPages
    #expect(pages.pages.map(\.id) == [0, 2, 3, 4] && pages.version == 1)
    var changes = subscription.changes.makeAsyncIterator()
    #expect(await changes.next() == .reset(pages))
    // The next change fits as well.
    try await example.gallery.setSize(try PageShape(aspectRatio: 3), of: 4)
    try await example.source.change(Changeset(deletions: [0]))
    try await example.runUntilNothingMoves()
    let last = await example.gallery.versionedPages
    #expect(last.pages.map(\.id) == [2, 3, 4])
    #expect(try await follow(subscription, until: last.version, from: pages) == last.pages)
  }

  /// A clock with discrete steps lets a subscriber arrive at the exact time of a commit.
  @Test func subscriberWhoComesAtABoundaryMissesNothingAndHearsNothingTwice() async throws {
    let example = try await GalleryExample()
    let gallery = example.gallery
    var subscriptions: [GallerySubscription] = [await gallery.subscribe()]
    try await example.source.change(
      Changeset(deletions: [1], insertions: [.init(index: 0, page: Page(id: 9))]))
    try await eventually { await gallery.shared.takeover != nil }
    while let time = await gallery.nextBoundary {
      subscriptions.append(await gallery.subscribe(at: time, on: example.clock))
    }
    let last = await gallery.versionedPages
    #expect(last.pages.map(\.id) == [9, 0, 2, 3, 4] && subscriptions.count > 3)
    for subscription in subscriptions {
      #expect(try await follow(subscription, until: last.version) == last.pages)
    }
    await gallery.close()
    for subscription in subscriptions {
      for await change in subscription.changes { Issue.record("told twice: \(change)") }
    }
  }

  /// A rotation is requested with the shape that the previous edit was to set, and that edit fails.
  @Test func changeIsToldBeforeTheShapeThatItGotWrong() async throws {
    let wide = try PageShape(aspectRatio: 2)
    let example = try await GalleryExample(of: [Page(id: 0, size: wide), Page(id: 1)])
    let gallery = example.gallery
    let subscription = await gallery.subscribe()
    await example.source.hold()
    await example.source.failNext()
    var edits: [Task<UpdateOutcome, any Error>] = []
    for count in 1...2 {
      edits.append(Task { try await gallery.rotate(0, by: .clockwise) })
      try await eventually { await gallery.shared.openRequestCount == count }
    }
    await example.source.release()
    try await example.runUntilNothingMoves()
    await #expect(throws: GalleryEditError.self) { try await edits[0].value }
    _ = try await edits[1].value
    let last = await gallery.versionedPages
    let tall = try PageShape(aspectRatio: 0.5)
    #expect(last.pages[0].size == tall && last.version == 2)
    var changes = subscription.changes.makeAsyncIterator()
    let turned = Changeset(replacements: [.init(index: 0, size: wide)])
    #expect(await changes.next() == .edited(turned, version: 1))
    #expect(await changes.next() == .reshaped(last.pages[0], version: 2))
  }

  @Test func pagesHaveTheVersionOfASubscription() async throws {
    let example = try await GalleryExample()
    let other = try PageShape(aspectRatio: 0.25)
    try await example.gallery.setSize(other, of: 1)
    let known = await example.gallery.versionedPages
    #expect(known.version == 1 && known.pages[1].size == other)
    #expect(await example.gallery.subscribe().pages == known)
    #expect(await example.gallery.pages == known.pages)
  }
}

extension Gallery {
  fileprivate var nextBoundary: Duration? { session.nextBoundary() }

  /// Subscribes at a time, before the gallery has noticed that time has passed.
  fileprivate func subscribe(at time: Duration, on clock: ManualClock) -> GallerySubscription {
    clock.set(to: time)
    return subscribe()
  }
}
