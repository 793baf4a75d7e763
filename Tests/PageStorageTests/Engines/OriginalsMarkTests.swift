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
      // Stores may share a folder.
      #expect(try await isRefused(schema, "b"))
      #expect(try await !isRefused(TestSchema(), "b"))
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
      #expect(try await !isRefused(schema, "a"))
      try await schema.run("DELETE FROM counter WHERE name = 'identity'")
      #expect(try await !isRefused(TestSchema(), "b"))
      #expect(try await !isRefused(schema, "b", access: .readOnly), "nothing is known")
      #expect(try await !isRefused(schema, "b"))
      #expect(try await isRefused(schema, "a"))
    }

    @Test func aMarkThatWasLostCanBeStoredAgain() async throws {
      let schema = try await TestSchema()
      #expect(try await !isRefused(schema, "a"))
      let identity = try await schema.run(
        "SELECT next FROM counter WHERE name = 'identity'")[0].integer(0)
      let name = OriginalsMark(identity: identity).digest.description
      let path = "\(folder.path)/a/blobs/\(name.prefix(2))/\(name.dropFirst(2))"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text == "Originals of the page-gallery store \(identity)\n")
      try FileManager.default.removeItem(atPath: path)
      #expect(try await isRefused(schema, "a"))
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try await !isRefused(schema, "a"))
    }
  }
#endif
