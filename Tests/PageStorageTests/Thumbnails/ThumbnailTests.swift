// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageImaging
import Testing

@testable import PageStorage

@Suite struct ThumbnailTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func page(_ store: PageStore, _ number: Int = 0) async throws -> PageID {
    let document = try await store.createDocument(title: "").id
    var bitmap = try Bitmap(size: PixelSize(width: 60, height: 40), format: .gray8)
    try bitmap.withUnsafeMutableBytes { bytes in
      for x in 0..<60 { bytes[x] = UInt8(number) }
    }
    return try await store.append(.bytes(bitmap.encoded(as: .png)), to: document).id
  }

  @Test func oneComputationServesAllWhoAsk() async throws {
    let store = try await folder.open()
    let page = try await page(store)
    let all = try await withThrowingTaskGroup(of: Thumbnail.self) { group in
      for _ in 0..<50 {
        group.addTask { try await store.thumbnail(of: page, style: .strip(height: 20)) }
      }
      return try await group.reduce(into: Set<Thumbnail>()) { $0.insert($1) }
    }
    #expect(all.count == 1 && all.first?.size == PixelSize(width: 30, height: 20))
    // Whoever has looked just before it was made, and asks just after, finds it in the cache.
    #expect(store.statistics.thumbnailsMade == 1)
    await store.close()

    let again = try await folder.open()
    _ = try await again.thumbnail(of: page, style: .strip(height: 20))
    #expect(again.thumbnailGate.computationCount == 0, "the cache outlives the process")
  }

  @Test func aStoreOpensWithoutItsCache() async throws {
    var store = try await folder.open()
    let file = folder.store + "/thumbnails/cache.sqlite"
    #expect(store.thumbnails.isReady == false && !FileManager.default.fileExists(atPath: file))
    let page = try await page(store)
    await store.close()
    #expect(store.thumbnails.isReady && !FileManager.default.fileExists(atPath: file))
    #expect(store.thumbnails.byteCount == 0 && !FileManager.default.fileExists(atPath: file))

    store = try await folder.open()
    _ = try await store.thumbnail(of: page, style: .strip(height: 20))
    #expect(store.thumbnails.isReady && FileManager.default.fileExists(atPath: file))
    await store.close()
  }

  /// A page too wide for a JPEG of a strip's height gets a lower thumbnail, and is not damaged.
  @Test func aVeryWidePageHasAThumbnailOfAnyStyle() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let bitmap = try Bitmap(size: PixelSize(width: 131_000, height: 10), format: .gray8)
    let page = try await store.append(.bytes(bitmap.encoded(as: .png)), to: document).id
    let wide = PixelSize(width: 65_500, height: 5)
    for style in [ThumbnailStyle.strip(height: 66), ThumbnailStyle(.longSide(100_000))] {
      #expect(try await store.thumbnail(of: page, style: style).size == wide)
    }
    // A size that only the caller can mean.
    let style = ThumbnailStyle(.fill(PixelSize(width: 70_000, height: 1)))
    await #expect(throws: PageStoreError.self) { try await store.thumbnail(of: page, style: style) }
    #expect(try await store.page(page).damage == nil)
    try await store.rotate(page, by: .clockwise)
    #expect(
      try await store.thumbnail(of: page, style: .strip(height: 66)).size
        == PixelSize(width: 1, height: 66))
  }

  @Test func rotationTurnsThePicture() async throws {
    let store = try await folder.open()
    let page = try await page(store)
    try await store.rotate(page, by: .clockwise)
    let style = ThumbnailStyle(.height(30), encoding: .png)
    let thumbnail = try await store.thumbnail(of: page, style: style)
    #expect(thumbnail.size == PixelSize(width: 20, height: 30))
    // The black row at the top is now the right column.
    let image = try ImageDecoder.decode(ByteSource(thumbnail.bytes)).bitmap
    let (left, right) = image.withUnsafeBytes { ($0[0], $0[19]) }
    #expect(left > 200 && right < 200)
  }

  @Test func theCacheMayBeDeletedAndDamaged() async throws {
    var store = try await folder.open()
    let page = try await page(store)
    let style = ThumbnailStyle.strip(height: 10)
    let thumbnail = try await store.thumbnail(of: page, style: style)
    try FileManager.default.removeItem(atPath: folder.store + "/thumbnails")
    #expect(try await store.thumbnail(of: page, style: style) == thumbnail)
    await store.close()

    try FileManager.default.createDirectory(
      atPath: folder.store + "/thumbnails", withIntermediateDirectories: false)
    try Data("not a database at all, but long enough".utf8).write(
      to: URL(fileURLWithPath: folder.store + "/thumbnails/cache.sqlite"))
    store = try await folder.open()
    #expect(try await store.thumbnail(of: page, style: style) == thumbnail)
    #expect(store.thumbnails.byteCount == thumbnail.bytes.count)
  }

  @Test func theBudgetIsKept() async throws {
    let store = try await folder.open { $0.thumbnailByteCount = 2_000 }
    let page = try await page(store)
    var sum = 0
    for height in 5..<40 {
      let style = ThumbnailStyle(.height(height), encoding: .png)
      sum += try await store.thumbnail(of: page, style: style).bytes.count
    }
    #expect(sum > 2_000)
    #expect((1...2_000).contains(store.thumbnails.byteCount))
  }

  @Test func aDamagedOriginalGivesNoThumbnail() async throws {
    let store = try await folder.open()
    let page = try await page(store)
    let file = try #require(folder.files(below: "blobs").first)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    bytes[30] ^= 1
    try bytes.write(to: URL(fileURLWithPath: file))
    let digest = try await store.page(page).digest
    await #expect(throws: PageStoreError.corrupted(.original(digest))) {
      try await store.thumbnail(of: page, style: .strip(height: 10))
    }
  }
}
