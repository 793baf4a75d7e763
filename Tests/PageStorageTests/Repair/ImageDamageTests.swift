// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageImaging
import Testing

@testable import PageStorage

/// A page with damaged pixels is marked as damaged once it has been decoded.
@Suite struct ImageDamageTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A page of noise.
  private static func bitmap(side: Int = 120) throws -> Bitmap {
    var bitmap = try Bitmap(size: PixelSize(width: side, height: side), format: .gray8)
    try bitmap.withUnsafeMutableBytes { bytes in
      for index in bytes.indices {
        bytes[index] = UInt8(truncatingIfNeeded: (index &* 2_654_435_761) >> 9)
      }
    }
    return bitmap
  }

  /// Encodings that each decoder decodes in part.
  static let encodings: [ImageEncoding] = [.jpeg(quality: 80), .png]

  private func partlyLost(_ encoding: ImageEncoding) throws -> [UInt8] {
    let bytes = try Self.bitmap().encoded(as: encoding)
    return Array(bytes.prefix(bytes.count * 2 / 3))
  }

  @Test(arguments: encodings)
  func aThumbnailMarksThePage(encoding: ImageEncoding) async throws {
    // Given
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let sound = try await store.append(.bytes(Self.bitmap().encoded(as: encoding)), to: document)
    let part = try await store.append(.bytes(partlyLost(encoding)), to: document)
    #expect(!part.isDamaged)

    // When
    for page in [sound, part] {
      _ = try await store.thumbnail(of: page.id, style: .strip(height: 40))
    }

    // Then
    #expect(try await !store.page(sound.id).isDamaged)
    #expect(try await store.page(part.id).damage == ImageDamage.partial)
    #expect(try await store.pages(in: 0..<2, of: document).map(\.isDamaged) == [false, true])
    await store.close()
    let again = try await folder.open()
    #expect(try await again.page(part.id).isDamaged, "it is on the disk")
  }

  @Test func aPageThatCannotBeDecodedIsMarkedToo() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let bytes = try Self.bitmap().encoded(as: .png)
    let page = try await store.append(.bytes(Array(bytes.prefix(60))), to: document)

    await #expect(throws: PageStoreError.self) {
      try await store.thumbnail(of: page.id, style: .strip(height: 40))
    }

    #expect(try await store.page(page.id).isDamaged)
  }

  /// Setting the mark may fail, as on a full disk, and the cache is not trusted.
  @Test(arguments: [true, false])
  func theCacheIsNotAskedForDamage(isPartlyLost: Bool) async throws {
    // Given
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let bytes = try isPartlyLost ? partlyLost(.png) : Self.bitmap().encoded(as: .png)
    let page = try await store.append(.bytes(bytes), to: document)
    let kept = Thumbnail(
      bytes: try Self.bitmap(side: 40).encoded(as: .png),
      size: PixelSize(width: 40, height: 40), isDamaged: true)
    store.keep(kept, of: page, style: .strip(height: 40))

    // When
    let shown = try await store.thumbnail(of: page.id, style: .strip(height: 40))

    // Then
    #expect(shown.isDamaged == isPartlyLost && shown != kept)
    #expect(try await store.page(page.id).isDamaged == isPartlyLost)
    // Now the cache is as reliable as the store.
    let count = store.thumbnailGate.computationCount
    #expect(try await store.thumbnail(of: page.id, style: .strip(height: 40)) == shown)
    #expect(store.thumbnailGate.computationCount == count)
  }

  @Test func aLimitIsNoDamage() async throws {
    // Given
    let store = try await folder.open { $0.limits.decodeMemory = 1_000 }
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(.bytes(Self.bitmap().encoded(as: .png)), to: document)

    // When
    await #expect(throws: PageStoreError.self) {
      try await store.thumbnail(of: page.id, style: .strip(height: 40))
    }
    let report = try await store.verify(decoding: true)

    // Then
    #expect(report.problems.count == 1)
    #expect(try await !store.page(page.id).isDamaged)
  }

  @Test func aStoreThatIsOnlyReadStaysAsItIs() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(.bytes(partlyLost(.png)), to: document)
    await store.close()

    let reader = try await folder.open { $0.access = .readOnly }
    #expect(try await reader.thumbnail(of: page.id, style: .strip(height: 40)).isDamaged)
    #expect(try await !reader.page(page.id).isDamaged)
  }
}
