// SPDX-License-Identifier: Apache-2.0

import PageGallery
import Testing

/// A service imports a single library.
@Suite struct OneImportTests {
  @Test func namesOfTheModelTheStoreAndTheImagesAreKnown() async throws {
    let viewport = GalleryViewport(
      preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66))
    let gallery = try await Gallery(
      showing: MemoryPageSource([Page(id: 1, size: PageShape(aspectRatio: 0.7))]),
      viewport: viewport
    )
    #expect(await gallery.frame().strip.map(\.id) == [1])
    let style = ThumbnailStyle(.height(66), encoding: .png)
    #expect(style.encoding.format.mediaType == "image/png")
    #expect(DocumentID("17")?.rawValue == 17)
  }
}
