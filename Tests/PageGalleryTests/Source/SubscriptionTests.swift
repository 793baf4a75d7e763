// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

@Suite struct SubscriptionTests {
  /// The pages of a subscriber, who makes each change that it is told.
  private func follow(
    _ subscription: GallerySubscription, until version: Int
  ) async throws -> [Page] {
    var order = PageOrder(subscription.pages.pages)
    var known = subscription.pages.version
    for await change in subscription.changes {
      #expect(change.version == known + 1, "a gap")
      known = change.version
      try order.apply(try #require(change.changeset))
      var pages = order.pages
      for page in change.reshapedPages {
        pages[try #require(pages.firstIndex { $0.id == page.id })] = page
      }
      order = PageOrder(pages)
      if known == version { break }
    }
    return order.pages
  }

  /// A service that tells each size again and again does not use up its subscribers' patience.
  @Test func aShapeThatIsKnownIsNoChange() async throws {
    let example = try await GalleryExample()
    let gallery = example.gallery
    let subscription = await gallery.subscribe()
    let page = GalleryExample.pages(5)[2]
    for _ in 0..<2_000 { try await gallery.setSize(page.size, of: page.id) }
    let other = try PageSize(aspectRatio: 0.25)
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
    let size = try PageSize(aspectRatio: 0.5)
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
    // One who comes now begins there.
    let other = await gallery.subscribe()
    #expect(other.pages == VersionedPages(pages: await gallery.pages, version: version))
    await gallery.close()
    for await _ in other.changes { Issue.record("a change of nothing") }
  }

  @Test func subscriberThatIsFarBehindIsToldToBeginAnew() async throws {
    let example = try await GalleryExample()
    let subscription = await example.gallery.subscribe(keeping: 2)
    for ratio in [1.0, 2, 3, 4] {
      try await example.gallery.setSize(try PageSize(aspectRatio: ratio), of: 0)
    }
    var versions: [Int] = []
    for await change in subscription.changes { versions.append(change.version) }
    #expect(versions == [1, 2], "no gap, and then the end")
    #expect(await example.gallery.subscribers.isEmpty)
  }

  @Test func takeoverWithoutAChangeIsTold() async throws {
    let example = try await GalleryExample()
    await example.source.tellWrongCounts()
    let subscription = await example.gallery.subscribe()
    let edit = Task { try await example.gallery.delete(1) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    try await example.run(to: .seconds(1))
    _ = await edit.result
    var changes = subscription.changes.makeAsyncIterator()
    let change = await changes.next()
    #expect(change == GalleryPagesChange(version: 1, changeset: nil, reshapedPages: []))
  }
}
