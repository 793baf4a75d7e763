// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

@Suite struct GalleryGestureTests {
  @Test func gesturesAreThoseOfASessionAtTheSameTimes() async throws {
    let example = try await GalleryExample()
    let gallery = example.gallery
    var session = try GallerySession(
      pages: GalleryExample.pages(5), viewport: GalleryExample.viewport)
    #expect(await gallery.beginDrag(.strip))
    session.beginDrag(.strip, at: .zero)
    try await example.run(to: .milliseconds(16))
    #expect(try await gallery.drag(translation: -50))
    try session.drag(translation: -50, at: .milliseconds(16))
    try await example.run(to: .milliseconds(32))
    #expect(try await gallery.endDrag(velocity: -800))
    try session.endDrag(velocity: -800, at: .milliseconds(32))
    for milliseconds in stride(from: 48, through: 1500, by: 16) {
      let time = Duration.milliseconds(milliseconds)
      try await example.run(to: time)
      _ = session.advance(to: time)
      #expect(await gallery.frame() == session.frame(at: time))
    }
    #expect(await gallery.activePage == session.activePage)
    #expect(await gallery.bookmark.activeIndex == session.activeIndex)
  }

  @Test func tapShowsThePage() async throws {
    let example = try await GalleryExample()
    let cell = try #require(await example.gallery.frame().strip.last)
    #expect(await example.gallery.hitTest(location: cell.center) == cell.id)
    #expect(await example.gallery.tap(location: cell.center) == cell.id)
    try await example.run(to: .seconds(1))
    #expect(await example.gallery.activePage == cell.id)
    #expect(await example.gallery.tap(location: Point(x: -1, y: -1)) == nil)
  }

  @Test func refusedCallsChangeNothing() async throws {
    let example = try await GalleryExample()
    let before = await example.gallery.frame()
    await #expect(throws: GalleryError.notFinite(.translation, found: .infinity)) {
      await example.gallery.beginDrag(.preview)
      defer { Task { await example.gallery.cancelDrag() } }
      try await example.gallery.drag(translation: .infinity)
    }
    await example.gallery.cancelDrag()
    await #expect(throws: GalleryError.unknownPage(77)) { try await example.gallery.goTo(77) }
    await #expect(throws: GalleryError.unknownPage(77)) {
      try await example.gallery.setSize(nil, of: 77)
    }
    await #expect(throws: GalleryError.self) {
      try await example.gallery.setViewport(
        GalleryViewport(preview: Size(width: -1, height: 1), strip: .zero))
    }
    try await example.run(to: .seconds(1))
    let after = await example.gallery.frame()
    #expect(after.strip == before.strip)
    #expect(after.preview == before.preview)
  }

  @Test func viewportKeepsThePage() async throws {
    let example = try await GalleryExample(activePage: 3)
    try await example.gallery.setViewport(.zero)
    #expect(await example.gallery.frame().strip.isEmpty)
    try await example.gallery.setViewport(
      GalleryViewport(
        preview: Size(width: 800, height: 400), strip: Size(width: 800, height: 50)))
    #expect(await example.gallery.activePage == 3)
    #expect(await example.gallery.frame().viewport.preview.width == 800)
  }

  @Test func reducedMotionJumpsAtOnce() async throws {
    let example = try await GalleryExample()
    await example.gallery.setReducedMotion(true)
    try await example.gallery.goTo(4)
    #expect(await example.gallery.frame().position == 4)
  }
}
