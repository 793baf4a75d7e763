// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Foundation
  import GalleryPages
  import GalleryTestSupport
  import PostgreSQLClient
  import Synchronization
  import Testing

  @testable import PageStorage

  /// The number of edits that were made.
  private final class EditCount: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    func add() { value.add(1, ordering: .relaxed) }
  }

  /// Edits whose connections are lost: each is made exactly once.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct LostCatalogConnectionTests {
    private func socketFolder(_ location: String) throws -> String {
      let items = URLComponents(string: location)?.queryItems
      return try #require(items?.first { $0.name == "host" }?.value)
    }

    private func document(in catalog: RemoteCatalog) async throws -> DocumentID {
      try await catalog.write { db in
        let document = try DocumentRow.insert(db, title: "", metadata: [:])
        _ = try CatalogStep.append(document: 0, count: 3).make(in: db)
        return document
      }.value
    }

    private func revision(of document: DocumentID, in catalog: RemoteCatalog) async throws -> Int {
      try await catalog.read { db in try db.presentState(of: document).revision }.value
    }

    /// Makes an edit that finds its document among all, which is a question of its own.
    private func edit(_ catalog: RemoteCatalog) async throws {
      _ = try await catalog.write { db in
        try CatalogStep.rotate(document: 0, page: 1).make(in: db)
      }
    }

    /// Makes an edit whose rows may be known.
    ///
    /// - Returns: The number of round trips.
    @discardableResult
    private func editWithKeptRows(_ catalog: RemoteCatalog) async throws -> Int {
      try await catalog.write(keepsRows: true) { db in
        var editor = try DocumentEditor(db, db.presentPage(PageID(2)).document)
        return try editor.make(
          StoreChangeset(rotations: [.init(index: 1, turns: .clockwise)])
        ).revision
      }.roundTripCount
    }

    @Test(arguments: CuttingProxy.Direction.allCases, [false, true])
    func aConnectionIsCutAnywhere(
      direction: CuttingProxy.Direction, keepsRows: Bool
    ) async throws {
      let schema = try await TestSchema()
      let folder = try socketFolder(schema.location)
      let proxy = try CuttingProxy(to: folder)
      let location = schema.location.replacing(folder, with: proxy.folder)
      let direct = try await RemoteCatalog.create(schema.configuration)
      var catalog = try await RemoteCatalog.create(.init(location: location))
      catalog.resumptionTime = .seconds(3_600)
      catalog.keptRows = KeptRows(time: .seconds(3_600))
      let document = try await document(in: catalog)
      var expected = try await revision(of: document, in: direct)
      for byte in stride(from: 0, to: 100_000, by: 37) {
        // The connection is made again by an edit that nothing disturbs.
        try await edit(catalog)
        if keepsRows {
          for _ in 0..<2 { try await editWithKeptRows(catalog) }
          #expect(try await editWithKeptRows(catalog) == 1)
          expected += 3
        }
        proxy.cut(direction, afterBytes: byte)
        if keepsRows { try await editWithKeptRows(catalog) } else { try await edit(catalog) }
        expected += 2
        try #require(
          try await revision(of: document, in: direct) == expected, "\(direction) \(byte)")
        guard !proxy.isArmed else { break }
      }
      #expect(proxy.isArmed, "it was cut at all bytes of an edit")
      await catalog.close()
      await direct.close()
    }

    /// The connection ends, and no other can be made.
    @Test(arguments: [true, false])
    func aLossIsUnknownOnlyDuringTheCommit(isCommitting: Bool) async throws {
      let schema = try await TestSchema()
      let folder = try socketFolder(schema.location)
      let proxy = try CuttingProxy(to: folder)
      var catalog = try await RemoteCatalog.create(
        .init(location: schema.location.replacing(folder, with: proxy.folder)))
      catalog.resumptionTime = .milliseconds(300)
      let title: @Sendable (RemoteTransaction) throws -> Void = { db in
        if !isCommitting { _ = try db.lastChangeNumber() }
        db.write("INSERT INTO last_number VALUES ('test', 7)", [])
      }
      _ = try await catalog.write { db in try db.firstChangeNumber() }
      try FileManager.default.removeItem(atPath: proxy.folder)
      proxy.cut(.toClient, afterBytes: 0)
      do {
        _ = try await catalog.write(title)
        Issue.record("it was written")
      } catch PageStoreError.outcomeUnknown(let reason) {
        #expect(isCommitting && !reason.isEmpty)
      } catch PageStoreError.unreachable {
        #expect(!isCommitting)
      }
      let found = try await schema.run("SELECT number FROM last_number WHERE name = 'test'")
      #expect(found.count == (isCommitting ? 1 : 0))
      await catalog.close()
    }

    /// It would wait for the database, so that a client may send its body.
    @Test func noChangeIsRefusedBecauseTheDatabaseIsAway() async throws {
      let schema = try await TestSchema()
      let socket = try socketFolder(schema.location)
      let proxy = try CuttingProxy(to: socket)
      let folder = try TestFolder()
      let store = try await PageStore.open(
        at: schema.location.replacing(socket, with: proxy.folder) + "&objects=\(folder.objects)")
      try await store.requireChangeable()
      try FileManager.default.removeItem(atPath: proxy.folder)
      proxy.cut(.toClient, afterBytes: 0)
      await #expect(throws: PageStoreError.self) { try await store.checkIsWritable() }
      try await store.requireChangeable()
      await store.close()
    }

    /// Another task of the process commits before the first one can ask.
    @Test func theMarkOfALostCommitIsNotThatOfTheNextOne() async throws {
      let schema = try await TestSchema()
      let catalog = try await RemoteCatalog.create(schema.configuration)
      let document = try await document(in: catalog)
      let start = try await revision(of: document, in: catalog)
      let attempts = EditCount()
      _ = try await catalog.resuming { progress, mark in
        attempts.add()
        let frame = RemoteCatalog.Frame(begin: [Statement("BEGIN")], mark: mark)
        let outcome = try await catalog.transaction(frame, in: catalog.writer, progress) { db in
          try CatalogStep.rotate(document: 0, page: 1).make(in: db)
        }
        guard attempts.count > 1 else {
          try await edit(catalog)
          throw PostgreSQLError.lost("after the commit")
        }
        return outcome
      }
      #expect(attempts.count == 1)
      #expect(try await revision(of: document, in: catalog) == start + 2)
      let marks = "SELECT count(*) FROM commit_mark"
      #expect(try await schema.run(marks)[0].integer(0) == 2)
      try await edit(catalog)
      #expect(try await schema.run(marks)[0].integer(0) == 2, "places are used again")
      await catalog.close()
      #expect(try await schema.run(marks)[0].integer(0) == 0)
    }

    /// The server still works on it when the client gives up.
    @Test func aSlowCommitIsWaitedFor() async throws {
      let schema = try await TestSchema()
      let catalog = try await RemoteCatalog.create(schema.configuration)
      _ = try await document(in: catalog)
      let slow = try await PostgreSQLConnection.connect(to: schema.location)
      let attempts = EditCount()
      _ = try await catalog.resuming { progress, mark in
        attempts.add()
        guard attempts.count == 1 else { throw PageStoreError.cancelled }
        _ = try await slow.run(RemoteCatalog.beginningOfWrite)
        progress.commit(())
        Task {
          try await slow.run([
            Statement("SELECT pg_sleep(0.5)"),
            Statement("INSERT INTO last_number VALUES ('late', 1)"), mark, Statement("COMMIT"),
          ])
        }
        throw PostgreSQLError.timedOut
      }
      #expect(attempts.count == 1)
      await slow.close()
      await catalog.close()
    }

    @Test func sessionsAreEndedDuringEdits() async throws {
      let schema = try await TestSchema()
      let name = "lost-\(UUID().uuidString)"
      let location = schema.location + "&application_name=\(name)"
      var catalogs = [try await RemoteCatalog.create(.init(location: location))]
      for _ in 1..<4 { catalogs.append(try await RemoteCatalog.open(.init(location: location))) }
      for index in catalogs.indices { catalogs[index].resumptionTime = .seconds(3_600) }
      let document = try await document(in: catalogs[0])
      let start = try await revision(of: document, in: catalogs[0])
      let edits = EditCount()
      let ending = Task {
        let connection = try await PostgreSQLConnection.connect(to: schema.location)
        var next = 3
        while !Task.isCancelled {
          // On a slow machine, edits come slowly too.
          guard edits.count >= next else {
            try? await Task.sleep(for: .milliseconds(5))
            continue
          }
          next += 8
          _ = try await connection.run([
            Statement(
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1",
              [.text(name)])
          ])
        }
        await connection.close()
      }
      let count = 25
      try await withThrowingTaskGroup { group in
        for catalog in catalogs {
          group.addTask {
            for number in 0..<count {
              if number % 5 == 0 {
                try await edit(catalog)
              } else {
                try await editWithKeptRows(catalog)
              }
              edits.add()
            }
          }
        }
        try await group.waitForAll()
      }
      ending.cancel()
      try await ending.value
      let end = try await revision(of: document, in: catalogs[0])
      #expect(end == start + catalogs.count * count)
      for catalog in catalogs { await catalog.close() }
    }
  }
#endif
