// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Foundation
  import GalleryTestSupport
  import Testing

  /// Watched folders whose store is in PostgreSQL.
  @Suite(
    .enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"),
    .timeLimit(.minutes(60)))
  struct WatchServedStoreTests {
    private let folder: WatchWorkspace
    private let schema: TestSchema
    private let location: String

    init() async throws {
      folder = try WatchWorkspace()
      schema = try await TestSchema()
      location = schema.location + "&objects=\(folder.workspace.url.path)/objects"
      _ = try run("store init")
    }

    /// Runs a command on the store, and returns its output.
    private func run(_ command: String) throws -> String {
      try folder.store.output(command + " --store " + location)
    }

    @Test func scansAreStoredAsTheyArrive() async throws {
      let watcher = try folder.start(store: location)
      try folder.add("in/1.jpg", 1)
      try await watcher.wait(forLines: 2)
      try folder.add("in/2.jpg", 2)
      try await watcher.wait(forLines: 3)
      #expect(try watcher.end(with: SIGTERM) == 0)
      let shown = try run("store show --document 1")
      #expect(shown.contains("1.jpg") && shown.contains("2.jpg"), "\(shown)")
    }

    /// Something in the place of one original, which cannot be replaced.
    @Test func aScanThatCannotBeStoredDoesNotKeepOthersAway() async throws {
      for number in 1...3 { try folder.add("in/\(number).jpg", number) }
      let blocked = try folder.workspace.program.run(
        shell: """
          digest=$(sha256sum in/2.jpg | cut -c1-64); rest=${digest#??}
          mkdir -p "objects/blobs/${digest%"$rest"}/$rest/notes"
          """)
      #expect(blocked.status == 0, "\(blocked)")
      let watcher = try folder.start(store: location)
      try await watcher.wait(forLines: 3)
      #expect(try watcher.end(with: SIGTERM) == 65, "\(watcher.errors)")
      #expect(watcher.errors.contains("2.jpg"), "\(watcher.errors)")
      let shown = try run("store show --document 1")
      #expect(
        shown.contains("1.jpg") && shown.contains("3.jpg") && !shown.contains("2.jpg"), "\(shown)")
    }

    /// The database is away for a while: its address leads nowhere, and its connections have ended.
    @Test func anOutageIsWaitedFor() async throws {
      let address = try #require(
        URLComponents(string: location)?.queryItems?.first { $0.name == "host" }?.value)
      let link = folder.url("server").path
      func connectServer() throws {
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: address)
      }
      try connectServer()
      let watcher = try folder.start(
        "--quiet-time 1 --json",
        store: location.replacing(address, with: link) + "&application_name=\(schema.name)")
      try folder.add("in/1.jpg", 1)
      try await watcher.wait(forLines: 2)
      try folder.remove("server")
      try await schema.run(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = '\(schema.name)'
        """)
      try folder.add("in/2.jpg", 2)
      try await watcher.wait(forLines: 3)
      let waiting = try #require(try jsonLines(watcher.lines[2]).first)
      #expect((waiting["error"] as? [String: Any])?["code"] as? String == "unreachable")
      try connectServer()
      try await watcher.wait(forLines: 5)
      #expect(try watcher.end(with: SIGTERM) == 0, "\(watcher.errors)")
      let lines = try jsonLines(watcher.lines.joined(separator: "\n"))
      #expect(lines.count == 5 && lines[3]["page"] != nil, "\(lines)")
      #expect((lines[4]["note"] as? [String: Any])?["code"] as? String == "resumed")
      #expect(watcher.errors.contains("Trying again."), "\(watcher.errors)")
      let shown = try run("store show --document 1")
      #expect(shown.contains("1.jpg") && shown.contains("2.jpg"), "\(shown)")
    }
  }
#endif
