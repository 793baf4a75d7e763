// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Foundation
  import GalleryTestSupport
  import Testing

  /// The commands on a store in PostgreSQL, compared with those on one in a folder.
  @Suite(.enabled(if: TestSchema.server != nil, "Scripts/engines.sh starts PostgreSQL"))
  struct ServedStoreTests {
    private let workspace: StoreWorkspace
    private let location: String

    init() async throws {
      workspace = try StoreWorkspace()
      for number in 1...5 { try workspace.addPage("in/\(number).png", number) }
      location =
        try await TestSchema().location + "&objects=\(workspace.workspace.url.path)/objects"
    }

    /// Runs a command, and returns its status and output without times.
    private func run(_ command: String, _ store: String) throws -> String {
      let words = command.split(separator: " ").map {
        String($0.replacing("OUT", with: store == location ? "served" : "local"))
      }
      let outcome = try workspace.workspace.program.run(words + ["--store", store])
      let text = outcome.output.replacing(
        /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?Z?/, with: "TIME")
      return "\(outcome.status) \(text)\(outcome.errors)"
        .replacing(store, with: "STORE").replacing(/(served|local)\//, with: "OUT/")
    }

    @Test func commandsEndLikeThoseOnAFolder() throws {
      for command in [
        "store list", "store init", "store list", "store ingest in --title Lease",
        "store show --document 1", "store show --document 1 --json", "store rotate 2 --json",
        "store move 5 --to first --json", "store describe 3 --source room", "store describe 3",
        "store delete 4 --json", "store show --document 1 --trash", "store restore 4",
        "store split --document 1 --at 3 --json", "store list", "store duplicate --document 2",
        "store merge --document 3 --into 1", "store rename --document 1 --title Rent",
        "store delete 1 2", "store purge --older-than 0", "store show --document 1 --json",
        "store show --document 9", "store rotate 99", "store delete --document 2",
        "store list --trash", "store restore --document 2", "store ingest in --document 2 --json",
        "store show --document 2", "store list --json",
        "store export 6 7 -o OUT/ids --json", "store export --document 2 -o OUT/place",
        "store export --all -o OUT/all --names original", "store export 99 -o OUT/none",
        "store verify", "store verify --decode --json", "store repair", "store repair --json",
        "info --document 2",
        "info --document 2 --json", "info --document 99",
        "thumbs --document 2 -o OUT/thumbs --json", "thumbs --document 2 -o OUT/one --jobs 1",
        "render --document 2 -o OUT/strip.png",
        "animate --document 2 --demo scroll --width 90 --height 200 --moments 0,1 -o OUT/moments.png",
      ] {
        let (ours, theirs) = (try run(command, location), try run(command, "folder"))
        #expect(ours == theirs, "\(command)")
      }
      let files = try writtenFiles("local")
      #expect(files.count > 15)
      #expect(try writtenFiles("served") == files)
    }

    /// The files that commands have written into a folder, by their paths.
    private func writtenFiles(_ folder: String) throws -> [String: Data] {
      let url = workspace.workspace.url.appendingPathComponent(folder)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: url.path)
      return try paths.reduce(into: [:]) { files, path in
        let file = url.appendingPathComponent(path)
        if !file.hasDirectoryPath { files[path] = try Data(contentsOf: file) }
      }
    }

    @Test func aStoreIsCopiedThereAndBack() throws {
      for command in [
        "ingest in --title Lease --store s", "delete 3 --store s", "copy s \(location)",
        "rotate 2 --store \(location)", "copy \(location) back", "verify --store back",
        "copy --json \(location) back",
      ] {
        let words = command.split(separator: " ").map(String.init)
        let outcome = try workspace.workspace.program.run(["store"] + words)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(command) \(outcome)")
      }
      for command in ["show --document 1 --json", "show --document 1 --trash", "list --json"] {
        #expect(try run("store \(command)", location) == run("store \(command)", "back"))
      }
    }

    /// Each of the two stores would remove the bytes that only the other one needs.
    @Test func aCopyHasOriginalsOfItsOwn() async throws {
      let folder = workspace.workspace.url.path
      let first = try await TestSchema().location + "&objects=\(folder)/shared"
      let database = try await TestSchema().location
      let second = database + "&objects=\(folder)/shared"
      for words in [
        ["init", "--store", first], ["ingest", "in", "--title", "A", "--store", first],
      ] {
        #expect(try workspace.workspace.program.run(["store"] + words).status == 0)
      }
      let refused = try workspace.workspace.program.run(["store", "copy", first, second])
      #expect(refused.status == 78 && refused.errors.contains("of another one"), "\(refused)")
      // Nothing was made that would prevent the right place.
      let right = database + "&objects=\(folder)/own"
      #expect(try workspace.workspace.program.run(["store", "copy", first, right]).status == 0)
      #expect(
        try workspace.workspace.program.run(["store", "verify", "--store", first]).status == 0)
      // A folder's own originals, under another name.
      try workspace.output("store ingest in --title Lease --store s --quiet")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/link", withDestinationPath: "s")
      let third = try await TestSchema().location + "&objects=\(folder)/link"
      let outcome = try workspace.workspace.program.run(["store", "copy", "s", third])
      #expect(outcome.status == 78 && outcome.errors.contains("of another one"), "\(outcome)")
    }

    @Test func messagesContainNoPassword() throws {
      let outcome = try workspace.workspace.program.run(
        "store", "list", "--store", "postgresql://u:secret@127.0.0.1:1/db?objects=/x")
      #expect(outcome.status == 74)
      #expect(outcome.errors.contains("postgresql://u@127.0.0.1:1/db?objects=/x"), "\(outcome)")
      #expect(!outcome.errors.contains("secret"))
    }
  }
#endif
