// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL && ObjectStorage
  import Foundation
  import GalleryTestSupport
  import ObjectStorage
  import Testing

  @testable import PageStorage

  /// Stores on servers that share a work folder, and with it a cache of originals.
  @Suite(
    .enabled(
      if: TestSchema.server != nil && TestBucket.isAvailable,
      "Scripts/engines.sh starts PostgreSQL and an object store"))
  struct CachedStoreTests {
    private let location: String
    private let bucket: TestBucket
    private let folder: TestFolder

    init() async throws {
      (bucket, folder) = (try await TestBucket(), try TestFolder())
      let objects = bucket.blobs.objects.configuration
      location =
        try await TestSchema().location
        + "&objects=s3://\(objects.bucket)/\(objects.prefix)&endpoint=\(objects.endpoint)"
    }

    private func open(
      cache byteCount: Int = 1 << 20, hasFolder: Bool = true,
      access: PageStoreConfiguration.Access = .readWrite
    ) async throws -> PageStore {
      var configuration = PageStoreConfiguration(access: access)
      configuration.workFolder = hasFolder ? folder.store : nil
      configuration.originalCacheByteCount = byteCount
      return try await PageStore.open(at: location, configuration: configuration)
    }

    private func counts(_ store: PageStore) -> [Int] {
      [store.statistics.originalsFromCache, store.statistics.originalsFromServer]
    }

    private func text(_ original: OriginalReader) async throws -> [UInt8] {
      var bytes: [UInt8] = []
      for try await piece in original.bytes(pieceByteCount: 10) { bytes += piece }
      return bytes
    }

    @Test func whatOneProcessHasReadAnotherOneFinds() async throws {
      let (one, other) = (try await open(), try await open(access: .readOnly))
      let document = try await one.createDocument(title: "").id
      let page = try await one.append(TestPage.input(1), to: document)
      #expect(try await text(one.original(of: page.id)) == TestPage.png(1))
      #expect(counts(one) == [0, 1])
      #expect(
        folder.files(below: "originals").map { ($0 as NSString).lastPathComponent }
          == ["\(page.digest)"])
      #expect(try await other.bytes(of: page.id) == TestPage.png(1))
      #expect(counts(other) == [1, 0])
      // The cache is enough, but not for what it does not have.
      try await bucket.blobs.remove([page.digest])
      #expect(try await text(other.original(of: page.id)) == TestPage.png(1))
      for file in folder.files(below: "originals") {
        try FileManager.default.removeItem(atPath: file)
      }
      await #expect(throws: PageStoreError.corrupted(.original(page.digest))) {
        try await one.original(of: page.id)
      }
      await one.close()
      await other.close()
    }

    @Test func aCacheIsOnlyInAFolderOfTheConfiguration() async throws {
      for (byteCount, hasFolder) in [(0, true), (1 << 20, false)] {
        let store = try await open(cache: byteCount, hasFolder: hasFolder)
        let document = try await store.createDocument(title: "").id
        let page = try await store.append(TestPage.input(2), to: document)
        #expect(try await text(store.original(of: page.id)) == TestPage.png(2))
        #expect(counts(store) == [0, 0])
        #expect(!FileManager.default.fileExists(atPath: store.folder.path + "/originals"))
        await store.close()
      }
    }
  }
#endif
