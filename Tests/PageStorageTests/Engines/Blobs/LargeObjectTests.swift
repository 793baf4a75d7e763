// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Foundation
  import Testing

  @testable import ObjectStorage
  @testable import PageStorage

  /// Originals that are put in parts, in the object store of `Scripts/engines.sh`.
  @Suite(.enabled(if: TestBucket.isAvailable, "Scripts/engines.sh starts an object store"))
  struct LargeObjectTests {
    /// The smallest parts that services accept.
    private static let partByteCount = 5 << 20
    private static let large = TestOriginal(1, byteCount: 12 << 20)

    /// A source that ends too early or fails.
    private struct BrokenSource: OpenBlob {
      let isShort: Bool
      var byteCount: Int { 12 << 20 }

      func bytes(in range: Range<Int>) async throws(PageStoreError) -> [UInt8] {
        guard range.lowerBound > 6 << 20 else { return [UInt8](repeating: 1, count: range.count) }
        if isShort { return [] }
        throw .io(operation: "read", errno: 5)
      }
    }

    private let bucket: TestBucket

    init() async throws {
      bucket = try await TestBucket(
        multipartThreshold: 6 << 20, partByteCount: Self.partByteCount)
    }

    private var uploadCount: Int {
      get async throws {
        var request = bucket.blobs.objects.request("GET", "")
        request.path = "/\(bucket.blobs.objects.configuration.bucket)"
        request.query = [("uploads", "")]
        let answer = try await bucket.blobs.objects.send(request)
        #expect(answer.status == 200)
        return String(decoding: answer.body, as: UTF8.self).components(separatedBy: "<Upload>")
          .count
          - 1
      }
    }

    @Test func aLargeOriginalIsPutOnceInParts() async throws {
      let blobs = bucket.blobs
      #expect(try await blobs.put(Self.large.blob, as: Self.large.digest))
      #expect(try await !blobs.put(Self.large.blob, as: Self.large.digest))
      #expect(try await blobs.bytes(of: Self.large.digest, limit: .max) == Self.large.bytes)
      #expect(try await blobs.byteCount(of: Self.large.digest) == Self.large.bytes.count)
      #expect(try await blobs.digests(from: "", after: nil, limit: 9) == [Self.large.digest])
      #expect(try await uploadCount == 0)
    }

    @Test(arguments: [0, 1, 5 << 20, 6 << 20, (6 << 20) + 1, 10 << 20, (10 << 20) + 1])
    func theSizesAroundPartsAreWhole(byteCount: Int) async throws {
      let original = TestOriginal(2, byteCount: byteCount)
      #expect(try await bucket.blobs.put(original.blob, as: original.digest))
      #expect(try await bucket.blobs.bytes(of: original.digest, limit: .max) == original.bytes)
    }

    @Test func manyWhoPutTheSameBytesAreDone() async throws {
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask { try await bucket.blobs.put(Self.large.blob, as: Self.large.digest) }
        }
        try await group.waitForAll()
      }
      #expect(try await bucket.blobs.bytes(of: Self.large.digest, limit: .max) == Self.large.bytes)
      #expect(try await uploadCount == 0)
    }

    @Test func nothingIsLeftOfAFailedUpload() async throws {
      for isShort in [true, false] {
        await #expect(throws: PageStoreError.self) {
          try await bucket.blobs.put(BrokenSource(isShort: isShort), as: Self.large.digest)
        }
      }
      await #expect(throws: PageStoreError.self) {
        try await bucket.blobs.put(Self.large.blob, as: TestOriginal(3).digest)
      }
      #expect(try await uploadCount == 0)
      #expect(try await bucket.blobs.digests(from: "", after: nil, limit: 9).isEmpty)
    }

    @Test(arguments: [0, 5, 15, 30, 60, 120])
    func nothingIsLeftOfACancelledUpload(milliseconds: Int) async throws {
      let task = Task { try await bucket.blobs.put(Self.large.blob, as: Self.large.digest) }
      try await Task.sleep(for: .milliseconds(milliseconds))
      task.cancel()
      let isWhole = (try? await task.value) != nil
      #expect(try await uploadCount == 0)
      // Whoever is cancelled while the parts are joined does not know the outcome.
      let exists = try await bucket.blobs.byteCount(of: Self.large.digest) != nil
      #expect(exists || !isWhole)
      guard exists else { return }
      let found = try await bucket.blobs.bytes(of: Self.large.digest, limit: .max)
      #expect(found == Self.large.bytes)
    }
  }
#endif
