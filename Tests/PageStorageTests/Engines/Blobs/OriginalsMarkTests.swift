// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Foundation
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @testable import PageStorage

  /// Stores on servers whose originals are somewhere else.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct OriginalsMarkTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func open(
      _ schema: TestSchema, _ objects: String, access: PageStoreConfiguration.Access = .readWrite
    ) async throws -> PageStore {
      var configuration = PageStoreConfiguration()
      configuration.access = access
      return try await PageStore.open(
        at: "\(schema.location)&objects=\(folder.path)/\(objects)", configuration: configuration)
    }

    private func isRefused(
      _ schema: TestSchema, _ objects: String, access: PageStoreConfiguration.Access = .readWrite
    ) async throws -> Bool {
      do {
        try await open(schema, objects, access: access).close()
        return false
      } catch PageStoreError.unfitLocation {
        return true
      }
    }

    private func identity(_ schema: TestSchema) async throws -> Int64 {
      try await schema.run("SELECT next FROM counter WHERE name = 'identity'")[0].integer(0)
    }

    /// The path of the mark in the folder `a`.
    private func markPath(_ schema: TestSchema) async throws -> String {
      let name = OriginalsMark(identity: try await identity(schema)).digest.description
      return "\(folder.path)/a/blobs/\(name.prefix(2))/\(name.dropFirst(2))"
    }

    /// The message names the folder and tells what is wrong with it.
    @Test func aPlaceForOtherThingsIsRefused() async throws {
      let schema = try await TestSchema()
      try FileManager.default.createDirectory(
        atPath: folder.path + "/other", withIntermediateDirectories: false)
      try Data().write(to: URL(fileURLWithPath: folder.path + "/other/letter.txt"))
      for (place, words) in [("other", "has other files"), ("other/letter.txt", "cannot be used")] {
        do {
          try await open(schema, place).close()
          Issue.record("\(place) was taken")
        } catch PageStoreError.unfitLocation(let reason) {
          #expect(
            reason.contains("\(folder.path)/\(place) ") && reason.contains(words), "\(reason)")
        }
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/other") == [
          "letter.txt"
        ])
    }

    @Test func anotherFolderIsRefused() async throws {
      let (schema, other) = (try await TestSchema(), try await TestSchema())
      #expect(try await !isRefused(schema, "a"))
      #expect(try await !isRefused(other, "b"))
      for access in [PageStoreConfiguration.Access.readWrite, .readOnly] {
        #expect(try await !isRefused(schema, "a", access: access))
        #expect(try await isRefused(schema, "b", access: access))
      }
      try FileManager.default.createDirectory(
        atPath: folder.path + "/empty", withIntermediateDirectories: false)
      #expect(try await isRefused(schema, "empty"))
      #expect(try await isRefused(schema, "missing"))
      // Nothing is made in what may be a place for a mount.
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/empty").isEmpty)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/missing"))
    }

    /// It would remove what both have.
    @Test func aNewStoreNeedsAPlaceOfItsOwn() async throws {
      let (first, second) = (try await TestSchema(), try await TestSchema())
      #expect(try await !isRefused(first, "a"))
      for _ in 0..<2 { #expect(try await isRefused(second, "a")) }
      #expect(try await !isRefused(first, "a"))
      // Nothing was made that would prevent the right place.
      #expect(try await !isRefused(second, "b"))
    }

    /// The mark was stored, and the process was killed before the catalog knew it.
    @Test func anInterruptedFirstOpeningIsCompleted() async throws {
      let (schema, other) = (try await TestSchema(), try await TestSchema())
      #expect(try await !isRefused(schema, "a"))
      let identity = try await identity(schema)
      try await schema.run("DELETE FROM counter WHERE name = 'identity'")
      #expect(try await isRefused(other, "a"), "it is not the mark of any new store")
      #expect(try await !isRefused(schema, "a"))
      #expect(try await self.identity(schema) == identity)
      // Or it was not stored yet.
      let path = try await markPath(schema)
      try await schema.run("DELETE FROM counter WHERE name = 'identity'")
      try FileManager.default.removeItem(atPath: path)
      #expect(try await !isRefused(schema, "a"))
      #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func processesAgreeOnOneMark() async throws {
      let schema = try await TestSchema()
      try await withThrowingTaskGroup { group in
        for _ in 0..<6 {
          group.addTask {
            let isRefused = try await isRefused(schema, "a")
            #expect(!isRefused)
          }
        }
        try await group.waitForAll()
      }
      #expect(try await !isRefused(schema, "a", access: .readOnly))
      let found = try await schema.run("SELECT next FROM counter WHERE name = 'identity'")
      #expect(found.count == 1)
    }

    @Test func aStoreOfAnEarlierVersionGetsAMark() async throws {
      let schema = try await TestSchema()
      let store = try await open(schema, "a")
      let document = try await store.createDocument(title: "old").id
      let page = try await store.append(.bytes(TestPage.png(1)), to: document)
      await store.close()
      try await schema.run("DELETE FROM counter WHERE name = 'identity'")
      #expect(try await !isRefused(schema, "a", access: .readOnly), "nothing is known")
      #expect(try await !isRefused(schema, "a"))
      #expect(try await isRefused(schema, "empty"))
      let again = try await open(schema, "a")
      #expect(try await again.bytes(of: page.id) == TestPage.png(1))
      await again.close()
    }

    /// It would mark its pages as damaged there, and remove originals of the other one.
    @Test func aStoreThatHasLostItsIdentityFindsItsOriginals() async throws {
      let schemas = [try await TestSchema(), try await TestSchema()]
      for (schema, place) in zip(schemas, ["a", "b"]) {
        let store = try await open(schema, place)
        let document = try await store.createDocument(title: place).id
        _ = try await store.append(TestPage.input(place == "a" ? 1 : 2), to: document)
        await store.close()
      }
      try await schemas[0].run("DELETE FROM counter WHERE name LIKE '%dentity'")
      for place in ["b", "empty"] { #expect(try await isRefused(schemas[0], place)) }
      let store = try await open(schemas[0], "a")
      #expect(try await store.verify().isSound)
      await store.close()
      #expect(try await isRefused(schemas[0], "b"), "it has an identity again")
    }

    @Test func originalsThatGoAwayAreReported() async throws {
      let schema = try await TestSchema()
      let store = try await open(schema, "a")
      try await store.checkOriginals()
      let (path, elsewhere) = (try await markPath(schema), folder.path + "/elsewhere")
      try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
      await #expect {
        try await store.checkOriginals()
      } throws: { error in
        guard case PageStoreError.unfitLocation = error else { return false }
        return "\(error)".contains("mount their folder")
      }
      try FileManager.default.moveItem(atPath: elsewhere, toPath: path)
      try await store.checkOriginals()
      await store.close()
      await #expect(throws: PageStoreError.closed) { try await store.checkOriginals() }
    }

    /// A proxy that asks for a password may answer to everything, and would take originals as well.
    @Test(arguments: ["html", "", String(repeating: "html", count: 100)])
    func somethingElseInPlaceOfTheMarkIsRefused(bytes: String) async throws {
      let schema = try await TestSchema()
      let store = try await open(schema, "a")
      let path = try await markPath(schema)
      let line = try String(contentsOfFile: path, encoding: .utf8)
      try bytes.write(toFile: path, atomically: true, encoding: .utf8)
      for access in [PageStoreConfiguration.Access.readWrite, .readOnly] {
        #expect(try await isRefused(schema, "a", access: access))
      }
      for check in [store.checkOriginals, { _ = try await store.repair() }] {
        await #expect {
          try await check()
        } throws: { error in
          guard case PageStoreError.unfitLocation = error else { return false }
          return "\(error)".contains("store the line '\(line.dropLast())' there again")
        }
      }
      try line.write(toFile: path, atomically: true, encoding: .utf8)
      try await store.checkOriginals()
      await store.close()
    }

    @Test func aFolderInPlaceOfTheMarkIsRefused() async throws {
      let schema = try await TestSchema()
      #expect(try await !isRefused(schema, "a"))
      let path = try await markPath(schema)
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      #expect(try await isRefused(schema, "a"))
    }

    /// The next opening gives the store another one, and the former must not become a page.
    @Test func theMarkOfALostIdentityIsNoOriginal() async throws {
      let schema = try await TestSchema()
      let store = try await open(schema, "a")
      _ = try await store.createDocument(title: "old")
      await store.close()
      try await schema.run("DELETE FROM counter WHERE name IN ('identity', 'intended')")
      let again = try await open(schema, "a")
      #expect(try await again.verify().isSound)
      #expect(try await again.repair().isEmpty)
      await again.close()
    }

    #if ObjectStorage
      @Test(.enabled(if: TestBucket.isAvailable, "Scripts/engines.sh starts an object store"))
      func aMissingBucketIsRefused() async throws {
        let endpoint = ProcessInfo.processInfo.environment["GALLERY_S3"] ?? ""
        let location = try await TestSchema().location
        for _ in 0..<2 {
          await #expect {
            try await PageStore.open(
              at:
                "\(location)&objects=s3://missing-\(UUID().uuidString.lowercased())/a&endpoint=\(endpoint)"
            )
          } throws: { error in
            guard case PageStoreError.unfitLocation(let reason) = error else { return false }
            return reason.contains("no such bucket")
          }
        }
      }
    #endif

    @Test func aMarkThatWasLostCanBeStoredAgain() async throws {
      let schema = try await TestSchema()
      #expect(try await !isRefused(schema, "a"))
      let path = try await markPath(schema)
      let identity = try await identity(schema)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text == "Originals of the page-gallery store \(identity)\n")
      try FileManager.default.removeItem(atPath: path)
      #expect(try await isRefused(schema, "a"))
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try await !isRefused(schema, "a"))
    }
  }
#endif
