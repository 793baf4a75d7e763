// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageStorage

/// What a cache of originals keeps and removes.
struct OriginalCacheTests {
  private let folder: CacheFolder

  init() throws { folder = try CacheFolder() }

  @Test func keptBytesAreFoundByEachProcess() throws {
    let (one, other) = (try folder.cache(1 << 20), try folder.cache(1 << 20))
    let original = TestOriginal(1)
    #expect(one.bytes(of: original.digest, limit: .max) == nil)
    one.keep(original.bytes, as: original.digest, since: 0)
    for cache in [one, other] {
      #expect(cache.bytes(of: original.digest, limit: .max) == original.bytes)
      #expect(cache.open(original.digest)?.bytes(in: 10..<20) == Array(original.bytes[10..<20]))
      #expect(cache.bytes(of: original.digest, limit: 999) == nil)
    }
    other.remove([original.digest])
    #expect(one.open(original.digest) == nil)
    #expect(try folder.names.isEmpty)
  }

  /// What a purge has removed must not come back.
  @Test func anOriginalThatIsRemovedWhileItIsKeptIsNotKept() throws {
    let (cache, original) = (try folder.cache(1 << 20), TestOriginal(1))
    for isRemoved in [true, false] {
      let count = cache.removalCount
      let draft = try #require(cache.draft(original.digest, byteCount: original.bytes.count))
      #expect(draft.add(original.bytes))
      if isRemoved { cache.remove([original.digest]) }
      cache.publish(draft, of: original.digest, since: count)
      #expect((cache.open(original.digest) != nil) == !isRemoved)
    }
  }

  @Test func otherBytesAreNotKept() throws {
    let cache = try folder.cache(1 << 20)
    cache.keep(TestOriginal(1).bytes, as: TestOriginal(2).digest, since: 0)
    #expect(try folder.names.isEmpty)
  }

  @Test func theLeastRecentlyUsedAreRemoved() throws {
    let cache = try folder.cache(16_000)
    let originals = (0..<12).map { TestOriginal($0) }
    for (number, original) in originals.enumerated() {
      cache.keep(original.bytes, as: original.digest, since: 0)
      try folder.age(original.digest, hours: Double(100 - number))
    }
    #expect(cache.open(originals[0].digest) != nil, "it is used again")
    #expect(cache.bytes(of: originals[1].digest, limit: .max) != nil)
    for number in 12..<18 {
      cache.keep(TestOriginal(number).bytes, as: TestOriginal(number).digest, since: 0)
    }
    let kept = originals.map { cache.open($0.digest) != nil }
    #expect(kept[0] && kept[1])
    #expect(!kept[2] && !kept[3] && kept[11])
    #expect(kept == kept[..<2] + kept[2...].sorted { !$0 && $1 })
  }

  @Test(arguments: [16_000, 20_000, 100_000])
  func theLimitIsNeverExceeded(limit: Int) throws {
    let cache = try folder.cache(limit)
    for number in 0..<300 {
      let original = TestOriginal(number, byteCount: 1 + number * 37 % 4_000)
      cache.keep(original.bytes, as: original.digest, since: 0)
      #expect(try folder.byteCount <= limit, "\(number)")
    }
    #expect(try folder.byteCount > limit / 2)
  }

  @Test func twoProcessesStayBelowTheLimit() async throws {
    let limit = 200_000
    await withTaskGroup { group in
      for process in 0..<2 {
        group.addTask {
          guard let cache = try? folder.cache(limit) else { return }
          for number in 0..<400 {
            let original = TestOriginal(number * 2 + process, byteCount: 3_000)
            cache.keep(original.bytes, as: original.digest, since: 0)
          }
        }
      }
    }
    #expect(try folder.byteCount <= limit)
  }

  @Test func anOriginalThatFillsMuchOfTheCacheIsNotKept() throws {
    let cache = try folder.cache(80_000)
    for (byteCount, isKept) in [(10_000, true), (10_001, false)] {
      let original = TestOriginal(1, byteCount: byteCount)
      cache.keep(original.bytes, as: original.digest, since: 0)
      #expect((cache.open(original.digest) != nil) == isKept)
    }
  }

  @Test func aFormerLargerLimitIsForgotten() throws {
    let large = try folder.cache(1 << 20)
    for number in 0..<100 {
      large.keep(TestOriginal(number).bytes, as: TestOriginal(number).digest, since: 0)
    }
    try folder.cache(16_000).keep(TestOriginal(100).bytes, as: TestOriginal(100).digest, since: 0)
    #expect(try folder.byteCount <= 16_000)
    #expect(large.open(TestOriginal(100).digest) != nil)
  }

  @Test func oneReaderOfManyKeepsAnOriginal() throws {
    let cache = try folder.cache(1 << 20)
    let original = TestOriginal(1)
    var draft = cache.draft(original.digest, byteCount: 1_000)
    #expect(draft != nil)
    #expect(cache.draft(original.digest, byteCount: 1_000) == nil)
    draft = nil
    #expect(try folder.names.isEmpty)
    #expect(cache.draft(original.digest, byteCount: 1_000) != nil)
  }

  @Test func draftsOfKilledProcessesAreRemovedAfterAnHour() throws {
    let paths = ["new-old", "new-young"].map { "\(folder.path)/\($0)" }
    for path in paths {
      _ = FileManager.default.createFile(atPath: path, contents: Data(count: 100))
    }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3700)], ofItemAtPath: paths[0])
    let original = TestOriginal(1)
    try folder.cache(1 << 20).keep(original.bytes, as: original.digest, since: 0)
    #expect(try folder.names == ["new-young", "\(original.digest)"])
  }

  @Test func aUseIsNotedAtIntervals() throws {
    let cache = try folder.cache(1 << 20, useInterval: .seconds(3600))
    let original = TestOriginal(1)
    cache.keep(original.bytes, as: original.digest, since: 0)
    for (hours, isNoted) in [(0.5, false), (2, true), (-5, true)] {
      try folder.age(original.digest, hours: hours)
      #expect(cache.open(original.digest) != nil)
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.file(original.digest))
      let age = -(try #require(attributes[.modificationDate] as? Date)).timeIntervalSinceNow
      #expect((abs(age) < 600) == isNoted, "\(hours) \(age)")
    }
  }
}
