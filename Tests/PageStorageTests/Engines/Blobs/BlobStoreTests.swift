// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Testing

@testable import PageStorage

/// The behavior of the bytes of originals, on each engine.
@Suite struct BlobStoreTests {
  private static let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
  private static let digest = ContentDigest(SHA256.hash(data: bytes))

  @Test(arguments: BlobEngine.allCases)
  func secondPutChangesNothing(engine: BlobEngine) async throws {
    try await engine.use { (blobs, _) async throws in
      #expect(try await blobs.put(BytesInMemory(Self.bytes), as: Self.digest))
      #expect(try await !blobs.put(BytesInMemory(Self.bytes), as: Self.digest))
      #expect(try await blobs.bytes(of: Self.digest, limit: .max) == Self.bytes)
      #expect(try await blobs.byteCount(of: Self.digest) == Self.bytes.count)
    }
  }

  @Test(arguments: BlobEngine.allCases)
  func alteredBytesAreStoredAgain(engine: BlobEngine) async throws {
    try await engine.use { (blobs, damage) async throws in
      let source = BytesInMemory(Self.bytes)
      try await blobs.store(source, as: Self.digest)
      #expect(try await blobs.isSound(Self.digest))
      try await damage(Self.digest)
      #expect(try await !blobs.isSound(Self.digest))
      for _ in 0..<2 { try await blobs.store(source, as: Self.digest) }
      #expect(try await blobs.isSound(Self.digest))
      #expect(try await blobs.bytes(of: Self.digest, limit: .max) == Self.bytes)
      try await blobs.remove([Self.digest])
      #expect(try await !blobs.isSound(Self.digest))
    }
  }

  /// Nobody is told that bytes were stored in the place of something else, and what a link names is not touched.
  @Test func whatIsNoFileIsReported() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let (path, other) = (folder.original(Self.digest), folder.path + "/other")
    let source = BytesInMemory(Self.bytes)
    try await store.blobs.store(source, as: Self.digest)
    try Data("other".utf8).write(to: URL(fileURLWithPath: other))
    for make in [{ symlink(other, path) }, { mkfifo(path, 0o600) }] {
      try #require(unlink(path) == 0 && make() == 0)
      await #expect(throws: PageStoreError.corrupted(.original(Self.digest))) {
        try await store.blobs.store(source, as: Self.digest)
      }
    }
    try #require(unlink(path) == 0 && link(other, path) == 0)
    try await store.blobs.store(source, as: Self.digest)
    #expect(try await store.blobs.bytes(of: Self.digest, limit: .max) == Self.bytes)
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data("other".utf8))
    await store.close()
  }

  @Test(arguments: BlobEngine.allCases)
  func oneOfManyPutsIsTheFirst(engine: BlobEngine) async throws {
    try await engine.use { (blobs, _) async throws in
      let count = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 {
          group.addTask { try await blobs.put(BytesInMemory(Self.bytes), as: Self.digest) }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(count == 1)
    }
  }

  @Test(arguments: BlobEngine.allCases)
  func otherBytesAreNotStored(engine: BlobEngine) async throws {
    try await engine.use { (blobs, _) async throws in
      let other = Array(Self.bytes.dropLast())
      let found = ContentDigest(SHA256.hash(data: other))
      await #expect(throws: PageStoreError.otherDigest(expected: Self.digest, found: found)) {
        try await blobs.put(BytesInMemory(other), as: Self.digest)
      }
      #expect(try await blobs.digests(from: "", after: nil, limit: 10).isEmpty)
    }
  }

  @Test(arguments: BlobEngine.allCases)
  func missingBytesAreCorrupted(engine: BlobEngine) async throws {
    try await engine.use { (blobs, _) async throws in
      let missing = try await blobs.open(Self.digest)
      #expect(missing == nil)
      #expect(try await blobs.byteCount(of: Self.digest) == nil)
      await #expect(throws: PageStoreError.corrupted(.original(Self.digest))) {
        try await blobs.bytes(of: Self.digest, limit: .max)
      }
      try await blobs.remove([Self.digest])
    }
  }

  @Test(arguments: BlobEngine.allCases)
  func alteredAndLongBytesAreRefused(engine: BlobEngine) async throws {
    try await engine.use { (blobs, damage) async throws in
      _ = try await blobs.put(BytesInMemory(Self.bytes), as: Self.digest)
      let limit = Self.bytes.count - 1
      await #expect(
        throws: PageStoreError.limitExceeded(
          .pageByteCount, found: Self.bytes.count, allowed: limit)
      ) { try await blobs.bytes(of: Self.digest, limit: limit) }
      try await damage(Self.digest)
      await #expect(throws: PageStoreError.corrupted(.original(Self.digest))) {
        try await blobs.bytes(of: Self.digest, limit: .max)
      }
    }
  }

  @Test(arguments: BlobEngine.allCases)
  func rangesEndAtTheLastByte(engine: BlobEngine) async throws {
    try await engine.use { (blobs, _) async throws in
      _ = try await blobs.put(BytesInMemory(Self.bytes), as: Self.digest)
      let blob = try #require(try await blobs.open(Self.digest))
      let count = Self.bytes.count
      #expect(blob.byteCount == count)
      for range in [0..<0, 0..<1, 5..<70_000, 0..<count, count - 1..<count + 9, count..<count + 1] {
        let expected = Array(Self.bytes[range.clamped(to: 0..<count)])
        #expect(try await blob.bytes(in: range) == expected, "\(range)")
      }
    }
  }

  @Test(arguments: BlobEngine.allCases.filter(\.keepsOpenBytes))
  func openBytesOutliveTheirRemoval(engine: BlobEngine) async throws {
    try await engine.use { (blobs, _) async throws in
      _ = try await blobs.put(BytesInMemory(Self.bytes), as: Self.digest)
      let blob = try #require(try await blobs.open(Self.digest))
      try await blobs.remove([Self.digest])
      #expect(try await blob.bytes(in: 0..<blob.byteCount) == Self.bytes)
      let missing = try await blobs.open(Self.digest)
      #expect(missing == nil)
      #expect(try await blobs.put(blob, as: Self.digest))
    }
  }

  @Test(arguments: BlobEngine.allCases)
  func listsAreInOrder(engine: BlobEngine) async throws {
    try await engine.use { (blobs, _) async throws in
      var texts: [String] = []
      for number in UInt8(0)..<40 {
        let digest = ContentDigest(SHA256.hash(data: [number]))
        _ = try await blobs.put(BytesInMemory([number]), as: digest)
        texts.append(digest.description)
      }
      texts.sort()
      for limit in [0, 1, 7, 39, 40, 41] {
        let found = try await blobs.digests(from: "", after: nil, limit: limit)
        #expect(found.map(\.description) == Array(texts.prefix(limit)))
      }
      for text in texts.prefix(8) {
        for length in [1, 2, 3, 64] {
          let found = try await blobs.digests(
            from: String(text.prefix(length)), after: nil, limit: 100)
          #expect(
            found.map(\.description) == texts.filter { $0.hasPrefix(text.prefix(length)) })
        }
        let rest = try await blobs.digests(from: "", after: ContentDigest(text: text), limit: 100)
        #expect(rest.map(\.description) == texts.filter { $0 > text })
      }
    }
  }
}
