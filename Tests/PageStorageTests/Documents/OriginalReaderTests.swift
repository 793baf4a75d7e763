// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageImaging
import PageStorage
import Testing

@Suite struct OriginalReaderTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A page of slightly more than 100,000 bytes.
  private static let bytes = TestPage.png(3) + (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }

  private func make() async throws -> (store: PageStore, page: StoredPage) {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    return (store, try await store.append(.bytes(Self.bytes), to: document))
  }

  @Test func allBytesComeInPieces() async throws {
    let (store, page) = try await make()
    let original = try await store.original(of: page.id)
    #expect(original.digest == page.digest && original.byteCount == Self.bytes.count)
    #expect(original.format?.mediaType == "image/png")
    for count in [1_000, 4_096, Self.bytes.count, 1 << 20, .max] {
      var pieces: [[UInt8]] = []
      for try await piece in original.bytes(pieceByteCount: count) { pieces.append(piece) }
      #expect(Array(pieces.joined()) == Self.bytes)
      #expect(pieces.dropLast().allSatisfy { $0.count == count })
    }
  }

  @Test(arguments: [
    0..<1, 5..<5, 0..<70_000, 99_000..<100_000_000, 200_000..<300_000, 1..<Int.max,
  ]) func partsAreThoseOfTheFile(range: Range<Int>) async throws {
    let (store, page) = try await make()
    let bytes = try await store.original(of: page.id).bytes(in: range, pieceByteCount: 999)
    let expected = Self.bytes[range.clamped(to: 0..<Self.bytes.count)]
    #expect(bytes.byteCount == expected.count)
    var found: [UInt8] = []
    for try await piece in bytes { found += piece }
    #expect(found == Array(expected))
  }

  @Test func lastPieceOfDamagedBytesIsKeptBack() async throws {
    let (store, page) = try await make()
    let path = folder.original(page.digest)
    var damaged = Self.bytes
    damaged[70_000] ^= 1
    try FileManager.default.removeItem(atPath: path)
    try Data(damaged).write(to: URL(fileURLWithPath: path))
    var count = 0
    let original = try await store.original(of: page.id)
    await #expect(throws: PageStoreError.corrupted(.original(page.digest))) {
      for try await piece in original.bytes(pieceByteCount: 10_000) { count += piece.count }
    }
    #expect(count < Self.bytes.count)
    try Data(damaged.dropLast()).write(to: URL(fileURLWithPath: path))
    await #expect(throws: PageStoreError.corrupted(.original(page.digest))) {
      try await store.original(of: page.id)
    }
  }

  @Test(.folderOnly) func openOriginalOutlivesItsPage() async throws {
    let (store, page) = try await make()
    let original = try await store.original(of: page.id)
    try await store.delete(page.id)
    try await store.purge(deletedBefore: .distantFuture)
    #expect(!FileManager.default.fileExists(atPath: folder.original(page.digest)))
    var found: [UInt8] = []
    for try await piece in original.bytes() { found += piece }
    #expect(found == Self.bytes)
    await #expect(throws: PageStoreError.notFound(.page(page.id))) {
      try await store.original(of: page.id)
    }
  }
}
