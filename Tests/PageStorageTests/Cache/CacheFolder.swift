// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Synchronization

@testable import PageStorage

/// The folder of a cache of originals.
struct CacheFolder {
  let test: TestFolder
  let path: String

  init() throws {
    test = try TestFolder()
    path = test.path + "/originals"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Opens a cache of the folder, as each process does.
  func cache(_ limit: Int, useInterval: Duration = .zero, spare: Int = 0) throws -> OriginalCache {
    OriginalCache(
      try Folder(at: path, sharing: .owner), byteCountLimit: limit, useInterval: useInterval,
      spareByteCount: spare)
  }

  func file(_ digest: ContentDigest) -> String { "\(path)/\(digest)" }

  var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: path)) }
  }

  /// The bytes of all files.
  var byteCount: Int {
    get throws {
      try names.reduce(0) { sum, name in
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return sum + ((attributes[.size] as? Int) ?? 0)
      }
    }
  }

  /// Flips a bit of a file.
  func damage(_ digest: ContentDigest) throws {
    guard FileManager.default.fileExists(atPath: file(digest)) else { return }
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file(digest)))
    guard var byte = try handle.read(upToCount: 1) else { return }
    byte[0] ^= 1
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: byte)
    try handle.close()
  }

  /// Makes a file the least recently used one.
  func age(_ digest: ContentDigest, hours: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3600 * hours)], ofItemAtPath: file(digest))
  }
}

/// Bytes that differ by a number.
struct TestOriginal {
  let bytes: [UInt8]
  let digest: ContentDigest

  init(_ number: Int, byteCount: Int = 1_000) {
    var bytes = (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) }
    // Bytes of many megabytes would take seconds one by one.
    while bytes.count < byteCount { bytes += bytes }
    bytes.removeLast(bytes.count - byteCount)
    self.bytes = bytes
    digest = ContentDigest(SHA256.hash(data: bytes))
  }

  var blob: BytesInMemory { BytesInMemory(bytes) }
}

/// Originals that count how often they are asked for.
final class CountingBlobs: BlobStore {
  private struct Counted: OpenBlob {
    let blob: any OpenBlob
    let owner: CountingBlobs
    var byteCount: Int { blob.byteCount }

    func bytes(in range: Range<Int>) async throws(PageStoreError) -> [UInt8] {
      owner.callCount.wrappingAdd(1, ordering: .relaxed)
      return try await blob.bytes(in: range)
    }
  }

  let blobs = MemoryBlobs()
  private let callCount = Atomic(0)

  /// The calls since this was asked.
  func takeCount() -> Int { callCount.exchange(0, ordering: .relaxed) }

  func place() -> String { blobs.place() }

  func put(_ source: any OpenBlob, as digest: ContentDigest) async throws(PageStoreError) -> Bool {
    try await blobs.put(source, as: digest)
  }

  func open(_ digest: ContentDigest) async throws(PageStoreError) -> (any OpenBlob)? {
    callCount.wrappingAdd(1, ordering: .relaxed)
    return try await blobs.open(digest).map { Counted(blob: $0, owner: self) }
  }

  func remove(_ digests: Set<ContentDigest>) async throws(PageStoreError) {
    try await blobs.remove(digests)
  }

  func digests(
    from prefix: String, after last: ContentDigest?, limit: Int
  ) async throws(PageStoreError) -> [ContentDigest] {
    try await blobs.digests(from: prefix, after: last, limit: limit)
  }
}
