// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Foundation
  import Testing

  @testable import ObjectStorage

  /// An object store of `Scripts/engines.sh`.
  @Suite(
    .enabled(
      if: ProcessInfo.processInfo.environment["GALLERY_S3"] != nil,
      "Scripts/engines.sh starts an object store"))
  struct ObjectStoreTests {
    private func makeStore() async throws -> ObjectStore {
      let environment = ProcessInfo.processInfo.environment
      let configuration = ObjectStoreConfiguration(
        endpoint: try #require(environment["GALLERY_S3"]),
        bucket: "b\(UInt64.random(in: 0...UInt64(Int64.max)))", prefix: "an archive/ä+/")
      let store = ObjectStore(
        configuration, credentials: try #require(.inEnvironment(environment)))
      var request = store.request("PUT", "")
      request.path = "/\(configuration.bucket)"
      #expect(try await store.send(request).status == 200)
      return store
    }

    @Test func anObjectIsPutOnce() async throws {
      let store = try await makeStore()
      #expect(try await store.bytes(of: "a/1", limit: 10) == nil)
      #expect(try await store.byteCount(of: "a/1") == nil)
      #expect(try await store.put([1, 2, 3], as: "a/1"))
      #expect(try await !store.put([4], as: "a/1"))
      #expect(try await store.bytes(of: "a/1", limit: 3) == [1, 2, 3])
      #expect(try await store.byteCount(of: "a/1") == 3)
      await #expect(throws: ObjectStoreError.self) { try await store.bytes(of: "a/1", limit: 2) }
      try await store.remove("a/1")
      try await store.remove("a/1")
      #expect(try await store.byteCount(of: "a/1") == nil)
      #expect(try await store.putsOnlyIfAbsent(testKey: "test"))
    }

    @Test func anEmptyObjectAndALargeOneAreWhole() async throws {
      let store = try await makeStore()
      let large = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      for (key, bytes) in [("empty", []), ("large", large)] {
        #expect(try await store.put(bytes, as: key))
        #expect(try await store.byteCount(of: key) == bytes.count)
        #expect(try await store.bytes(of: key, limit: bytes.count) == bytes)
      }
    }

    @Test func rangesEndWithTheObject() async throws {
      let store = try await makeStore()
      let bytes = (0..<100).map { UInt8($0) }
      _ = try await store.put(bytes, as: "object")
      for range in [0..<1, 0..<100, 99..<100, 40..<60, 90..<200, 5..<5] {
        let found = try await store.bytes(of: "object", in: range, limit: 200)
        #expect(found == Array(bytes[range.clamped(to: 0..<100)]), "\(range)")
      }
      #expect(try await store.bytes(of: "object", in: 100..<101, limit: 200) == [])
      #expect(try await store.bytes(of: "missing", in: 0..<1, limit: 200) == nil)
      #expect(try await store.bytes(of: "missing", in: 0..<0, limit: 200) == nil)
    }

    @Test func keysAreListedInPortions() async throws {
      let store = try await makeStore()
      let keys = (0..<12).map { "ab/\($0)" } + ["b<&>'\"/ü", "c", "%41", "d e"]
      for key in keys { #expect(try await store.put([1], as: key)) }
      let sorted = keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
      for limit in [1, 5, 16, 17] {
        var (found, last): ([String], String?) = ([], nil)
        while true {
          let portion = try await store.keys(after: last, limit: limit)
          found += portion
          guard portion.count == limit else { break }
          last = portion.last
        }
        #expect(found == sorted, "\(limit)")
      }
      #expect(try await store.keys(from: "ab/1") == ["ab/1", "ab/10", "ab/11"])
      #expect(try await store.keys(from: "none").isEmpty)
      for key in keys { #expect(try await store.byteCount(of: key) == 1) }
    }

    @Test func oneOfManyWhoPutAtTheSameTimeIsFirst() async throws {
      let store = try await makeStore()
      for number in 0..<10 {
        let count = try await withThrowingTaskGroup { group in
          for _ in 0..<16 { group.addTask { try await store.put([7], as: "race \(number)") } }
          return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
      }
    }

    @Test func aWrongSecretIsRefused() async throws {
      let store = try await makeStore()
      let other = ObjectStore(
        store.configuration, credentials: .init(accessKey: "test", secretKey: "wrong"))
      await #expect(throws: ObjectStoreError.refused(status: 403, code: "SignatureDoesNotMatch")) {
        try await other.put([1], as: "object")
      }
    }
  }
#endif
