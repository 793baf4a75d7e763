// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

@Suite struct GalleryUpdatesTests {
  /// Updates that a consumer has received.
  actor ReceivedUpdates {
    private(set) var updates: [GalleryUpdate] = []
    private(set) var isEnded = false
    func add(_ update: GalleryUpdate) { updates.append(update) }
    func end() { isEnded = true }

    var frames: [GalleryFrame] {
      updates.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
    }

    var events: [GalleryEvent] {
      updates.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }
  }

  private func watch(_ updates: GalleryUpdates, _ seen: ReceivedUpdates) -> Task<Void, Never> {
    Task {
      for await update in updates { await seen.add(update) }
      await seen.end()
    }
  }

  @Test func restingGalleryGivesOneFrameAndSleeps() async throws {
    let example = try await GalleryExample()
    let seen = ReceivedUpdates()
    let task = watch(await example.gallery.updates(rate: 60), seen)
    try await eventually { await example.gallery.frameWaiters.count == 1 }
    #expect(await seen.frames.count == 1)
    #expect(example.clock.nextDeadline == nil)
    task.cancel()
    await task.value
    try await eventually { await example.gallery.untakenEvents.isEmpty }
  }

  @Test func eventsComeBeforeTheFramesThatShowThem() async throws {
    let example = try await GalleryExample()
    let seen = ReceivedUpdates()
    let task = watch(await example.gallery.updates(rate: 20), seen)
    try await eventually { await example.gallery.frameWaiters.count == 1 }
    let edit = Task { try await example.gallery.delete(0) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    try await example.runUntilNothingMoves()
    _ = try await edit.value
    try await eventually {
      example.clock.set(to: example.clock.now.offset + .milliseconds(50))
      let last = await seen.frames.last
      return last?.activePage == 1 && last?.isAnimating == false && last?.stage == UpdateStage.none
    }
    await example.gallery.close()
    await task.value
    let updates = await seen.updates
    let change = try #require(
      updates.firstIndex { if case .event(.activeChanged) = $0 { true } else { false } })
    let shown = try #require(
      updates.firstIndex {
        if case .frame(let frame) = $0 { frame.activePage == 1 } else { false }
      })
    #expect(change < shown)
    let times = await seen.frames.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .milliseconds(50) })
  }

  @Test func slowConsumerGetsEveryEventAndTheLatestFrame() async throws {
    let example = try await GalleryExample()
    let updates = await example.gallery.updates(rate: 60)
    let events = await example.gallery.events()
    for page in [PageID(0), 1, 2] {
      let edit = Task { try await example.gallery.delete(page) }
      try await eventually { await example.gallery.frame().stage != .none }
      try await example.runUntilNothingMoves()
      _ = try await edit.value
    }
    var iterator = updates.makeAsyncIterator()
    var taken: [GalleryEvent] = []
    var frame: GalleryFrame?
    while frame == nil, let update = await iterator.next() {
      switch update {
      case .event(let event): taken.append(event)
      case .frame(let found): frame = found
      case .source: break
      }
    }
    #expect(frame?.activePage == 3)
    await example.gallery.close()
    var expected: [GalleryEvent] = []
    for await event in events { expected.append(event) }
    #expect(taken == Array(expected.prefix(taken.count)) && taken.count >= 9)
    while let update = await iterator.next() {
      if case .event(let event) = update { taken.append(event) }
    }
    #expect(taken == expected)
  }

  @Test func consumerThatIsFarBehindGetsTheOldestEventsAndThenTheEnd() async throws {
    let example = try await GalleryExample()
    let updates = await example.gallery.updates(keeping: 2)
    let events = await example.gallery.events()
    try await example.gallery.goTo(4, animated: false)
    for page in [PageID(3), 2, 1] { try await example.gallery.goTo(page, animated: false) }
    var taken: [GalleryEvent] = []
    for await update in updates {
      if case .event(let event) = update { taken.append(event) }
    }
    await example.gallery.close()
    var expected: [GalleryEvent] = []
    for await event in events { expected.append(event) }
    #expect(taken == Array(expected.prefix(2)) && expected.count > 2)
  }

  @Test func queueKeepsItsOrder() {
    var queue = EventQueue(limit: 100_000)
    var next = 0
    for number in 0..<100_000 {
      queue.append(.source(.found(at: .nanoseconds(number))))
      if number % 3 == 0 {
        let first = queue.popFirst()
        #expect(first == .source(.found(at: .nanoseconds(next))))
        next += 1
      }
    }
    #expect(!queue.isOverrun)
    for number in next..<100_000 {
      let first = queue.popFirst()
      #expect(first == .source(.found(at: .nanoseconds(number))))
    }
    let end = queue.popFirst()
    #expect(queue.isEmpty && end == nil)
  }

  @Test func eventInterruptsTheWaitForAFrame() async throws {
    let example = try await GalleryExample()
    let seen = ReceivedUpdates()
    // One frame per hundred seconds.
    let task = watch(await example.gallery.updates(rate: 0.01), seen)
    try await eventually { await example.gallery.frameWaiters.count == 1 }
    try await example.gallery.goTo(4)
    try await example.run(to: .seconds(2))
    try await eventually {
      await seen.events.contains { if case .activeChanged = $0 { true } else { false } }
    }
    #expect(await seen.frames.count == 1)
    task.cancel()
    await task.value
  }

  @Test func closedGalleryEndsAfterAllEvents() async throws {
    let example = try await GalleryExample()
    let updates = await example.gallery.updates()
    try await example.gallery.goTo(4, animated: false)
    await example.gallery.close()
    var count = 0
    for await update in updates {
      if case .event = update { count += 1 }
    }
    #expect(count > 0)
    for await _ in await example.gallery.updates() { Issue.record("a closed gallery tells") }
  }

  @Test func updatesAreEncoded() throws {
    let updates: [GalleryUpdate] = [
      .event(.prefetch([3, 4], at: .milliseconds(1500))),
      .source(.lost("no route", at: .seconds(2))), .source(.found(at: .seconds(3))),
      .source(.gone(at: .nanoseconds(1))), .frame(GalleryFrame()),
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let texts = try updates.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    #expect(
      texts.dropLast() == [
        #"{"at":1.5,"event":"prefetch","pages":[3,4]}"#,
        #"{"at":2,"reason":"no route","source":"lost"}"#, #"{"at":3,"source":"found"}"#,
        #"{"at":1e-09,"source":"gone"}"#,
      ])
    for (update, text) in zip(updates, texts) {
      #expect(try JSONDecoder().decode(GalleryUpdate.self, from: Data(text.utf8)) == update)
    }
  }
}
