// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

@Suite struct GalleryCancellationTests {
  @Test func cancelledTaskTakesItsEditBack() async throws {
    let example = try await GalleryExample()
    let edit = Task { try await example.gallery.delete(1) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    try await example.run(to: .milliseconds(100))
    edit.cancel()
    try await eventually { await example.gallery.frame().stage == .rollback }
    try await example.run(to: .seconds(1))
    await #expect { try await edit.value } throws: { error in
      if case GalleryEditError.cancelled = error { true } else { false }
    }
    #expect(await example.gallery.pageIDs == [0, 1, 2, 3, 4])
    #expect(await example.source.requests.isEmpty)
  }

  @Test func editThatTheSourceWasAskedForIsNotTakenBack() async throws {
    let example = try await GalleryExample()
    await example.source.hold()
    let edit = Task { try await example.gallery.delete(1) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    try await example.run(to: .milliseconds(300))
    edit.cancel()
    await Task.yield()
    await example.source.release()
    try await example.settle()
    #expect(try await edit.value == .success(commitTime: .milliseconds(300)))
    #expect(await example.source.ids == [0, 2, 3, 4])
  }

  @Test func editThatIsDueIsNotTakenBack() async throws {
    let example = try await GalleryExample()
    let edit = Task { try await example.gallery.delete(1) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    // The gallery has not been called since it was time to call the source.
    await example.gallery.cancelEdit(setting: example.clock, to: .milliseconds(300))
    try await example.settle()
    #expect(try await edit.value == .success(commitTime: .milliseconds(300)))
    #expect(await example.source.ids == [0, 2, 3, 4])
  }

  @Test func cancelledBeforeItBegan() async throws {
    let example = try await GalleryExample()
    let edit = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await example.gallery.delete(1)
    }
    // Without time, an edit that is not taken back would not end.
    await #expect(throws: GalleryEditError.self) { try await edit.value }
    #expect(await example.gallery.pageIDs.count == 5)
  }

  @Test func closingEndsEverything() async throws {
    let example = try await GalleryExample()
    let events = await example.gallery.events()
    let frames = Task { await example.gallery.frames().reduce(into: 0) { count, _ in count += 1 } }
    try await eventually { await example.gallery.frameWaiters.count == 1 }
    let edit = Task { try await example.gallery.delete(1) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    await example.gallery.close()
    await example.gallery.close()
    await #expect { try await edit.value } throws: { error in
      if case GalleryEditError.cancelled = error { true } else { false }
    }
    await #expect { try await example.gallery.delete(2) } throws: { error in
      if case GalleryEditError.closed = error { true } else { false }
    }
    for await _ in events {}
    example.clock.set(to: .seconds(1))
    #expect(await frames.value >= 1)
    for await _ in await example.gallery.events() { Issue.record("an event after the end") }
    #expect(await example.gallery.pageIDs.count == 5)
  }

  @Test func forgottenGalleryEnds() async throws {
    let clock = ManualClock()
    let source = MemoryPageSource(GalleryExample.pages(3))
    var gallery: Gallery? = try await Gallery(
      showing: source, viewport: GalleryExample.viewport, clock: clock)
    weak let forgotten = gallery
    try await gallery?.goTo(2)
    gallery = nil
    try await eventually { forgotten == nil }
    try await eventually { clock.nextDeadline == nil }
  }
}

extension Gallery {
  /// Cancels the only edit at a time, before the gallery notices that time has passed.
  fileprivate func cancelEdit(setting clock: ManualClock, to time: Duration) {
    clock.set(to: time)
    if let ticket = waitingEdits.keys.first { cancel(ticket) }
  }
}
