// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Foundation
  import Testing

  @testable import ObjectStorage
  @testable import PageStorage

  /// A bucket of its own in the object store of `Scripts/engines.sh`.
  struct TestBucket {
    static var isAvailable: Bool { ProcessInfo.processInfo.environment["GALLERY_S3"] != nil }

    let blobs: ObjectBlobs

    init(multipartThreshold: Int = 64 << 20, partByteCount: Int = 16 << 20) async throws {
      let environment = ProcessInfo.processInfo.environment
      let configuration = ObjectStoreConfiguration(
        endpoint: try #require(environment["GALLERY_S3"]),
        bucket: "b\(UInt64.random(in: 0...UInt64(Int64.max)))", prefix: "archive/",
        multipartThreshold: multipartThreshold, partByteCount: partByteCount)
      let objects = ObjectStore(
        configuration, credentials: try #require(.inEnvironment(environment)))
      var request = objects.request("PUT", "")
      request.path = "/\(configuration.bucket)"
      #expect(try await objects.send(request).status == 200)
      blobs = ObjectBlobs(objects: objects, limit: 64 << 20)
    }

    /// Replaces an object by one with a flipped bit.
    func damage(_ digest: ContentDigest) async throws {
      let key = ObjectBlobs.key(digest.description)
      guard var bytes = try await blobs.objects.bytes(of: key, limit: 64 << 20) else { return }
      bytes[0] ^= 1
      try await blobs.objects.remove(key)
      _ = try await blobs.objects.put(bytes, as: key)
    }
  }
#endif
