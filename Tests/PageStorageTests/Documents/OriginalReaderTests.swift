// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GallerySystem
import GalleryTestSupport
import PageImaging
import Synchronization
import Testing

@testable import PageStorage

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

  /// Bytes whose version a test sets, and which are counted when they are read.
  private final class CountedBlob: OpenBlob {
    struct State {
      var bytes = OriginalReaderTests.bytes
      var version: BlobVersion? = .object("1")
      var readCount = 0
    }

    let state = Mutex(State())
    var byteCount: Int { state.withLock(\.bytes.count) }

    func bytes(in range: Range<Int>) -> [UInt8] {
      state.withLock {
        $0.readCount += 1
        return Array($0.bytes[range])
      }
    }

    func version() -> BlobVersion? { state.withLock(\.version) }
  }

  @Test func bytesAreVerifiedAgainOnlyWhenTheyMayHaveChanged() async throws {
    let (_, page) = try await make()
    let (blob, verified) = (CountedBlob(), VerifiedOriginals())
    // Each request has a reader of its own.
    func verify() async throws { try await OriginalReader(page, blob, verified).verify() }
    for _ in 0..<3 { try await verify() }
    #expect(blob.state.withLock(\.readCount) == 1)
    blob.state.withLock { $0.version = .object("2") }
    for _ in 0..<2 { try await verify() }
    #expect(blob.state.withLock(\.readCount) == 2)
    blob.state.withLock { $0.bytes[70_000] ^= 1 }
    // What looks like the same is the same.
    try await verify()
    blob.state.withLock { $0.version = .object("3") }
    for _ in 0..<2 {
      await #expect(throws: PageStoreError.corrupted(.original(page.digest))) {
        try await verify()
      }
    }
    #expect(blob.state.withLock(\.readCount) == 4)
    blob.state.withLock { state in
      state.bytes[70_000] ^= 1
      state.version = nil
    }
    for _ in 0..<2 { try await verify() }
    #expect(blob.state.withLock(\.readCount) == 6)
  }

  @Test func aFileThatWasJustWrittenMayChangeUnnoticed() async throws {
    let (store, page) = try await make()
    guard !TestEngine.isServed else { return }
    let (file, byteCount) = try #require(try store.folder.open(page.digest))
    let blob = OpenFile(file, byteCount: byteCount)
    #expect(try await blob.version() == nil)
    let status = try SystemCalls.status(of: file)
    #expect(BlobVersion.settled(status, now: status.changed + 10_000_000_000) == nil)
    #expect(BlobVersion.settled(status, now: status.changed + 10_000_000_001) == .file(status))
  }

  @Test func theListOfVerifiedOriginalsIsLimited() throws {
    let list = VerifiedOriginals(limit: 4, lifetime: .seconds(10))
    let digests = try (0..<9).map {
      try #require(ContentDigest([UInt8](repeating: UInt8($0), count: 32)))
    }
    let start = ContinuousClock.now
    for digest in digests { list.insert(digest, .object("a"), at: start) }
    #expect(
      digests.map { list.contains($0, .object("a"), at: start) }
        == [Bool](repeating: false, count: 4) + [Bool](repeating: true, count: 5))
    #expect(!list.contains(digests[8], .object("b"), at: start))
    #expect(!list.contains(digests[8], .object("a"), at: start + .seconds(10)))
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
