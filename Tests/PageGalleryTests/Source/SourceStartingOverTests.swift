// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

/// Sources whose version has decreased: the known state of their pages is invalid, whatever the
/// versions are.
@Suite struct SourceStartingOverTests {
  typealias Example = SourceVersionTests.Example

  private static let others = [Page(id: 8), Page(id: 9)]

  @Test(arguments: [
    (0, 0), (7, 0), (0, -3), (7, -3), (-3, -3), (-3, -7), (.min, .min), (.max, .min),
  ])
  func pagesOfASourceThatStartsOverAreShownAndFollowed(known: Int, told: Int) async throws {
    let example = try await Example(version: known)
    let (source, gallery) = (example.source, example.gallery)
    await source.set(Self.others, version: told)
    await source.tell(told)
    try await example.pass { await gallery.pageIDs == [8, 9] }
    try await eventually { await source.streamCount == 2 }
    #expect(await source.starts == [known, told])
    let edit = Task { try await gallery.delete(8) }
    try await example.pass { await gallery.pageIDs == [9] }
    _ = try await edit.value
    #expect(try await source.pages().pages.map(\.id) == [9])
    await source.set([Page(id: 9), Page(id: 7)], version: told + 2)
    let insertion = Changeset(insertions: [.init(index: 1, page: Page(id: 7))])
    for stream in 1...2 { await source.tell(told + stream, stream == 2 ? insertion : nil) }
    try await example.pass { await gallery.pageIDs == [9, 7] }
  }

  /// The pages are read again when the edit, whose base is unknown, has ended.
  @Test(arguments: [nil, PageSourceError.unsupportedRotation]) func pagesAreReadAfterAnEdit(
    failure: PageSourceError?
  ) async throws {
    let example = try await Example(version: 0)
    let (source, gallery) = (example.source, example.gallery)
    await source.hold()
    let edit = Task { try await gallery.delete(0) }
    try await example.pass { await source.isHolding }
    await source.set(Self.others, version: 0)
    await source.tell(0)
    try await example.pass { await source.streamCount == 2 }
    await source.release(failing: failure)
    let pages: [PageID] = failure == nil ? [9] : [8, 9]
    try await example.pass { await gallery.pageIDs == pages }
    _ = await edit.result
    #expect(try await source.pages().pages.map(\.id) == pages)
    await source.release()
    let other = Task { try await gallery.delete(9) }
    try await example.pass { await gallery.pageIDs == Array(pages.dropLast()) }
    _ = try await other.value
    #expect(try await source.pages().pages.map(\.id) == Array(pages.dropLast()))
  }

  /// Invalid pages are not requested repeatedly without a delay.
  @Test func pagesWithANameTwiceAreAskedForLessAndLess() async throws {
    let example = try await Example(version: 0)
    let (source, gallery) = (example.source, example.gallery)
    await source.set([Page(id: 8), Page(id: 8)], version: 0)
    await source.tell(0)
    var time = Duration.zero
    for wait in [100, 200, 400, 800] {
      time += .milliseconds(wait)
      try await eventually { example.clock.deadlines == [time] }
      example.clock.set(to: time)
      _ = await gallery.frame()
    }
    try await eventually { example.clock.deadlines == [time + .milliseconds(1600)] }
    #expect(await source.readCount <= 1 + 5)
    #expect(await gallery.pageIDs == [0, 1, 2, 3, 4])
    await source.set(Self.others, version: 0)
    try await example.pass { await gallery.pageIDs == [8, 9] }
    #expect(
      await example.words() == [
        "lost The version of the pages decreased from 0 to 0.", "found",
      ])
  }
}
