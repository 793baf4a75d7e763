// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import PageStorage
import Testing

@Suite struct PageWindowTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func windowsAreClamped() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    #expect(try await store.pages(of: document).isEmpty)
    for number in 0..<5 { try await store.append(TestPage.input(number), to: document) }
    let pages = try await store.pages(of: document)
    #expect(pages.count == 5)
    #expect(try await store.pages(in: 0..<5, of: document) == pages)
    for range in [0..<5, 1..<3, 3..<100, 5..<9, -4..<2, -9..<(-4), 2..<2, Int.min..<Int.max] {
      let window = try await store.window(range, of: document)
      let clamped = range.clamped(to: 0..<5)
      #expect(window.start == clamped.lowerBound && window.pages == Array(pages[clamped]))
      #expect(window.pageCount == 5 && window.revision == 5)
    }
    try await store.deleteDocument(document)
    await #expect(throws: PageStoreError.notFound(.document(document))) {
      try await store.window(0..<1, of: document)
    }
  }

  @Test func entityTagsFollowFromWhatIsShown() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(TestPage.input(1), to: document)
    let same = try await store.append(TestPage.input(1), to: document)
    let other = try await store.append(TestPage.input(2), to: document)
    #expect(page.entityTag == "\"\(page.digest)\"")
    let style = ThumbnailStyle(.height(2), encoding: .png)
    let tag = page.entityTag(for: style)
    #expect(tag.count == 66 && tag.hasPrefix("\"") && tag.hasSuffix("\""))
    #expect(same.entityTag(for: style) == tag)
    #expect(other.entityTag(for: style) != tag)
    #expect(page.entityTag(for: ThumbnailStyle(.height(3), encoding: .png)) != tag)
    try await store.rotate(page.id, by: .clockwise)
    #expect(try await store.page(page.id).entityTag(for: style) != tag)
    let thumbnail = try await store.thumbnail(of: same.id, style: style)
    #expect(try await store.thumbnail(of: same.id, style: style).digest == thumbnail.digest)
    let bytes = try await store.append(.bytes(thumbnail.bytes), to: document)
    #expect(bytes.digest == thumbnail.digest)
    #expect(ImageEncoding.jpeg(quality: 80).format.mediaType == "image/jpeg")
  }
}
