// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageGallery
import Testing

/// The examples of the README and of the documentation, as they stand there.
@Suite struct DocumentationExampleTests {
  @Test func documentIsShown() async throws { try await showDocument() }
}

private func showDocument() async throws {
  let pages = (1...12).map { Page(id: PageID($0)) }
  let viewport = GalleryViewport(
    preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66))
  let gallery = try await Gallery(showing: MemoryPageSource(pages), viewport: viewport)
  let player = Task {
    for await frame in gallery.frames(rate: 60) { print(frame.position) }
  }
  try await gallery.goTo(7)
  try await gallery.delete(3)  // returns when the animation has ended
  await gallery.close()
  await player.value
}
