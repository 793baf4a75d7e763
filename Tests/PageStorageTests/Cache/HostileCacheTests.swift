// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Whatever is in the folder of a cache: right bytes are returned, and nothing outside is changed.
struct HostileCacheTests {
  private let folder: CacheFolder
  private let blobs = CountingBlobs()
  private let original = TestOriginal(1, byteCount: 5_000)

  init() async throws {
    folder = try CacheFolder()
    _ = try await blobs.put(original.blob, as: original.digest)
  }

  private func read(_ cached: CachedBlobs) async throws -> [[UInt8]] {
    let blob = try #require(try await cached.open(original.digest))
    #expect(blob.byteCount == original.bytes.count)
    return [
      try await blob.bytes(in: 0..<5_000), try await blob.bytes(in: 0..<100),
      try await blob.bytes(in: 4_900..<5_100),
      try await cached.bytes(of: original.digest, limit: .max),
    ]
  }

  private var expected: [[UInt8]] {
    let bytes = original.bytes
    return [bytes, Array(bytes[..<100]), Array(bytes[4_900...]), bytes]
  }

  /// What takes the name of an original, and whether it makes room for the right bytes.
  static let intruders: [(name: String, script: String, isReplaced: Bool)] = [
    ("a file outside", #"printf '%5000s' >"$1"; ln -s "$1" "$0""#, true),
    ("a second name", #"printf '%5000s' >"$1"; ln "$1" "$0""#, true),
    ("the right bytes outside", #"cp "$2" "$1"; ln -s "$1" "$0""#, true),
    ("a second name of the right bytes", #"cp "$2" "$1"; ln "$1" "$0""#, true),
    ("a link to nowhere", #"ln -s /nowhere "$0""#, true),
    ("a link to itself", #"ln -s "$0" "$0""#, true),
    ("a pipe", #"mkfifo "$0""#, true),
    ("a device", #"ln -s /dev/zero "$0""#, true),
    ("a folder", #"mkdir "$0""#, false),
    ("wrong bytes", #"printf '%5000s' >"$0""#, true),
    ("fewer bytes", #"head -c 4999 "$2" >"$0""#, true),
    ("more bytes", #"cat "$2" "$2" >"$0""#, true),
    ("no bytes", #": >"$0""#, true),
    ("an endless file", #"truncate -s 8E "$0" || truncate -s 1T "$0""#, true),
    ("an unreadable file", #"printf '%5000s' >"$0"; chmod 0 "$0""#, true),
  ]

  @Test(arguments: intruders.indices)
  func wrongFilesAreNeitherReadNorFollowed(index: Int) async throws {
    let intruder = Self.intruders[index]
    let (outside, right) = (folder.test.path + "/outside", folder.test.path + "/right")
    try Data(original.bytes).write(to: URL(fileURLWithPath: right))
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", intruder.script, folder.file(original.digest), outside, right]
    try shell.run()
    shell.waitUntilExit()
    let before = try? FileManager.default.attributesOfItem(atPath: outside)
    let cached = CachedBlobs(blobs, cache: try folder.cache(1 << 20))
    for _ in 0..<2 { #expect(try await read(cached) == expected, "\(intruder.name)") }
    let after = try? FileManager.default.attributesOfItem(atPath: outside)
    for key in [FileAttributeKey.size, .modificationDate, .posixPermissions] {
      #expect("\(after?[key] ?? "")" == "\(before?[key] ?? "")", "\(intruder.name)")
    }
    _ = blobs.takeCount()
    #expect(try await read(cached) == expected)
    #expect((blobs.takeCount() == 0) == intruder.isReplaced, "\(intruder.name)")
  }

  @Test func bytesThatAreAlteredWhileTheyAreReadAreReadElsewhere() async throws {
    let cache = try folder.cache(1 << 20)
    cache.keep(original.bytes, as: original.digest, since: 0)
    let cached = CachedBlobs(blobs, cache: cache)
    let blob = try #require(try await cached.open(original.digest))
    #expect(try await blob.bytes(in: 0..<10) == Array(original.bytes[..<10]))
    try await Task.sleep(for: .milliseconds(20))
    try folder.damage(original.digest)
    #expect(try await blob.bytes(in: 0..<10) == Array(original.bytes[..<10]))
    #expect(try await read(cached) == expected)
    // Cut, touched, removed.
    for change in ["cut", "touched", "removed"] {
      let blob = try #require(try await cached.open(original.digest))
      switch change {
      case "cut": truncate(folder.file(original.digest), 7)
      case "touched": try folder.age(original.digest, hours: 1)
      default: try FileManager.default.removeItem(atPath: folder.file(original.digest))
      }
      #expect(try await blob.bytes(in: 5..<5_000) == Array(original.bytes[5...]), "\(change)")
      #expect(try await read(cached) == expected)
    }
  }

  @Test func knownBytesThatAreAlteredAreNoticed() async throws {
    let cached = CachedBlobs(blobs, cache: try folder.cache(1 << 20, useInterval: .seconds(60)))
    for _ in 0..<3 {
      _ = try await read(cached)
      try await Task.sleep(for: .milliseconds(20))
      try folder.damage(original.digest)
      #expect(try await read(cached) == expected)
    }
  }

  @Test func otherFilesAreLeftAlone() throws {
    let cache = try folder.cache(16_000)
    let names = ["note.txt", "ab", String(repeating: "A", count: 64), "new"]
    for name in names {
      _ = FileManager.default.createFile(
        atPath: "\(folder.path)/\(name)", contents: Data(count: 9_000))
    }
    for number in 0..<40 {
      cache.keep(TestOriginal(number).bytes, as: TestOriginal(number).digest, since: 0)
    }
    #expect(try folder.names.isSuperset(of: names))
    #expect(try folder.names.count > names.count + 10)
  }

  @Test func aCacheWhoseFolderIsGoneIsEmpty() async throws {
    let cached = CachedBlobs(blobs, cache: try folder.cache(1 << 20))
    _ = try await read(cached)
    try FileManager.default.removeItem(atPath: folder.path)
    for _ in 0..<2 { #expect(try await read(cached) == expected) }
  }

  @Test(arguments: [#"ln -s / "$0""#, #"mkfifo "$0""#, #": >"$0""#])
  func aCacheNeedsAFolderOfItsOwn(script: String) throws {
    let work = try StoreFolder.openOrMake(at: folder.test.store, sharing: .owner)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", script, folder.test.store + "/originals"]
    try shell.run()
    shell.waitUntilExit()
    #expect(OriginalCache(in: work, byteCountLimit: 1 << 20) == nil)
  }
}
