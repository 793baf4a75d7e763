// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import GalleryTestSupport
import Testing

@testable import PageStorage

/// What is read from the cache, and what from the engine behind it.
struct CachedBlobsTests {
  private let folder: CacheFolder
  private let blobs = CountingBlobs()
  private let original = TestOriginal(1, byteCount: 5_000)

  init() async throws {
    folder = try CacheFolder()
    _ = try await blobs.put(original.blob, as: original.digest)
  }

  private func statistics(_ cached: CachedBlobs) -> [Int] {
    var statistics = StoreStatistics()
    cached.add(to: &statistics)
    return [statistics.originalsFromCache, statistics.originalsFromServer]
  }

  @Test func bytesAreReadOnce() async throws {
    let cached = CachedBlobs(blobs, cache: try folder.cache(1 << 20))
    #expect(try await cached.bytes(of: original.digest, limit: .max) == original.bytes)
    #expect(blobs.takeCount() == 2)
    #expect(try await cached.bytes(of: original.digest, limit: .max) == original.bytes)
    let blob = try #require(try await cached.open(original.digest))
    #expect(blob.isVerified)
    #expect(try await blob.bytes(in: 7..<9_000) == Array(original.bytes[7...]))
    #expect(blobs.takeCount() == 0)
    #expect(statistics(cached) == [2, 1])
  }

  @Test(arguments: [1, 4, 512, 4_999, 5_000, 6_000])
  func piecesFromTheFirstToTheLastAreKept(size: Int) async throws {
    let cached = CachedBlobs(blobs, cache: try folder.cache(1 << 20))
    let blob = try #require(try await cached.open(original.digest))
    #expect(try folder.names.isEmpty, "nothing was read yet")
    #expect(!blob.isVerified)
    for start in stride(from: 0, to: 5_000, by: size) {
      let end = min(5_000, start + size)
      #expect(try await blob.bytes(in: start..<end) == Array(original.bytes[start..<end]))
    }
    _ = blobs.takeCount()
    let again = try #require(try await cached.open(original.digest))
    #expect(try await again.bytes(in: 0..<5_000) == original.bytes)
    #expect(blobs.takeCount() == 0)
    #expect(try folder.names == ["\(original.digest)"])
  }

  @Test func partsAndInterruptedReadsAreNotKept() async throws {
    let cached = CachedBlobs(blobs, cache: try folder.cache(1 << 20))
    for ranges in [[1..<5_000], [0..<100], [0..<100, 200..<5_000], [0..<0, 4_000..<5_000]] {
      let blob = try #require(try await cached.open(original.digest))
      for range in ranges {
        #expect(try await blob.bytes(in: range) == Array(original.bytes[range]))
      }
    }
    #expect(try folder.names.isEmpty)
  }

  @Test func manyReadersGetTheSameBytes() async throws {
    let cached = CachedBlobs(blobs, cache: try folder.cache(1 << 20))
    let blob = try #require(try await cached.open(original.digest))
    try await withThrowingTaskGroup { group in
      for _ in 0..<16 {
        group.addTask {
          let own = try await cached.open(original.digest)
          for blob in [blob, try #require(own)] {
            for start in stride(from: 0, to: 5_000, by: 50) {
              let range = start..<start + 50
              #expect(try await blob.bytes(in: range) == Array(original.bytes[range]))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    _ = blobs.takeCount()
    #expect(try await cached.bytes(of: original.digest, limit: .max) == original.bytes)
    #expect(blobs.takeCount() == 0)
  }

  @Test func damagedAndMissingOriginalsAreNotKept() async throws {
    let cached = CachedBlobs(blobs, cache: try folder.cache(1 << 20))
    blobs.blobs.damage(original.digest)
    let blob = try #require(try await cached.open(original.digest))
    _ = try await blob.bytes(in: 0..<5_000)
    for digest in [original.digest, TestOriginal(2).digest] {
      await #expect(throws: PageStoreError.corrupted(.original(digest))) {
        try await cached.bytes(of: digest, limit: .max)
      }
    }
    let missing = try await cached.open(TestOriginal(2).digest)
    #expect(missing == nil)
    #expect(try folder.names.isEmpty)
  }

  @Test func removedOriginalsLeaveTheCache() async throws {
    let cached = CachedBlobs(blobs, cache: try folder.cache(1 << 20))
    _ = try await cached.bytes(of: original.digest, limit: .max)
    try await cached.remove([original.digest])
    #expect(try folder.names.isEmpty)
  }

  @Test func aDiskWithoutSpareSpaceKeepsNothing() async throws {
    let cached = CachedBlobs(blobs, cache: try folder.cache(1 << 20, spare: .max >> 1))
    for _ in 0..<2 {
      #expect(try await cached.bytes(of: original.digest, limit: .max) == original.bytes)
    }
    #expect(try folder.names.isEmpty)
  }

  /// A file system that is full in the middle of an original.
  @Test(.enabled(if: ChildProcess.unshare != nil, "a file system must not be mounted here"))
  func aFullDiskKeepsNothing() async throws {
    let script = #"mount -t tmpfs -o size=100k none "$0" && echo ready && exec sleep 600"#
    let words = try #require(ChildProcess.unshare) + ["/bin/sh", "-c", script, folder.path]
    let (child, output) = (Process(), Pipe())
    child.executableURL = URL(fileURLWithPath: words[0])
    (child.arguments, child.standardOutput) = (Array(words.dropFirst()), output)
    try child.run()
    defer { child.terminate() }
    #expect(output.fileHandleForReading.availableData == Data("ready\n".utf8))
    let mounted = "/proc/\(child.processIdentifier)/root\(folder.path)"
    let small = try Folder(at: mounted, sharing: .owner)
    let cache = OriginalCache(small, byteCountLimit: 8 << 20, spareByteCount: -1 << 40)
    let large = TestOriginal(3, byteCount: 300_000)
    _ = try await blobs.put(large.blob, as: large.digest)
    let cached = CachedBlobs(blobs, cache: cache)
    for _ in 0..<2 {
      let blob = try #require(try await cached.open(large.digest))
      for start in stride(from: 0, to: 300_000, by: 50_000) {
        let range = start..<start + 50_000
        #expect(try await blob.bytes(in: range) == Array(large.bytes[range]))
      }
      #expect(try await cached.bytes(of: large.digest, limit: .max) == large.bytes)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: mounted).isEmpty)
    #expect(try await cached.bytes(of: original.digest, limit: .max) == original.bytes)
    _ = blobs.takeCount()
    #expect(try await cached.bytes(of: original.digest, limit: .max) == original.bytes)
    #expect(blobs.takeCount() == 0)
  }
}
