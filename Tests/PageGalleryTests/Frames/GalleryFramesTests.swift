// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

@Suite struct GalleryFramesTests {
  /// Frames that a consumer has received.
  actor ReceivedFrames {
    private(set) var frames: [GalleryFrame] = []
    func add(_ frame: GalleryFrame) { frames.append(frame) }
    var times: [Duration] { frames.map(\.time) }
  }

  private func watch(_ example: GalleryExample, rate: Double, _ seen: ReceivedFrames) -> Task<
    Void, Never
  > {
    Task {
      for await frame in example.gallery.frames(rate: rate) { await seen.add(frame) }
    }
  }

  @Test func restingGalleryShowsOneFrameAndSleeps() async throws {
    let example = try await GalleryExample()
    let seen = ReceivedFrames()
    let task = watch(example, rate: 60, seen)
    try await eventually { await seen.frames.count == 1 }
    try await eventually { await example.gallery.frameWaiters.count == 1 }
    #expect(example.clock.nextDeadline == nil)
    try await example.run(to: .seconds(100))
    #expect(await seen.frames.count == 1)
    task.cancel()
    await task.value
    #expect(await example.gallery.frameWaiters.isEmpty)
  }

  @Test func jumpIsShownAtTheRate() async throws {
    let example = try await GalleryExample()
    let seen = ReceivedFrames()
    let task = watch(example, rate: 20, seen)
    try await eventually { await example.gallery.frameWaiters.count == 1 }
    try await example.gallery.goTo(4)
    try await eventually { example.clock.nextDeadline == .milliseconds(50) }
    for step in 1...12 {
      let time = Duration.milliseconds(50 * step)
      try await example.run(to: time)
      try await eventually {
        let isResting = await example.gallery.frameWaiters.count == 1
        let last = await seen.times.last
        return isResting || last == time
      }
    }
    let times = await seen.times
    #expect(times.starts(with: [.zero, .milliseconds(50), .milliseconds(100)]))
    #expect(await seen.frames.last?.isAnimating == false)
    #expect(await seen.frames.last?.activePage == 4)
    #expect(times.last.map { $0 <= .milliseconds(500) } == true)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .milliseconds(50) })
    task.cancel()
    await task.value
  }

  @Test func twoConsumersDoNotWakeEachOther() async throws {
    let example = try await GalleryExample()
    let (first, second) = (ReceivedFrames(), ReceivedFrames())
    let tasks = [watch(example, rate: 60, first), watch(example, rate: 30, second)]
    try await eventually { await example.gallery.frameWaiters.count == 2 }
    let changes = await example.gallery.changeCount
    let sleeps = example.clock.sleepCount
    try await example.run(to: .seconds(10))
    for _ in 0..<1000 { await Task.yield() }
    #expect(await example.gallery.changeCount == changes)
    #expect(example.clock.sleepCount == sleeps)
    #expect(await first.frames.count == 1)
    #expect(await second.frames.count == 1)
    for task in tasks { task.cancel() }
  }

  @Test func draggedFrameComesOnce() async throws {
    let example = try await GalleryExample()
    let seen = ReceivedFrames()
    let task = watch(example, rate: 60, seen)
    try await eventually { await example.gallery.frameWaiters.count == 1 }
    example.clock.set(to: .seconds(1))
    _ = await example.gallery.beginDrag(.preview)
    _ = try await example.gallery.drag(translation: -100)
    try await eventually { await seen.frames.count == 2 }
    #expect(await seen.frames.last.map { $0.position > 0 } == true)
    task.cancel()
    await task.value
  }

  @Test func futureFrameIsWhatWillBe() async throws {
    let example = try await GalleryExample()
    try await example.gallery.goTo(3)
    let later = await example.gallery.frame(at: .seconds(3))
    #expect(later.position == 3)
    #expect(await example.gallery.frame().position == 0)
  }
}
