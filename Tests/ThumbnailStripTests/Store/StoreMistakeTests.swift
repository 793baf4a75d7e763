// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Mistakes, each of which leaves the store unchanged.
struct StoreMistakeTests {
  /// The command line, the exit status, and words of the one-line explanation.
  static let mistakes: [(String, Int32, String)] = [
    ("store show --store s --document 9", 66, "thumbnail-strip: s: There is no document 9."),
    ("store ingest --store s --document 9 in", 66, "There is no document 9."),
    ("store delete --store s 1 99", 66, "There is no page 99."),
    ("store rotate --store s 2 99", 66, "There is no page 99."),
    ("store move --store s 99 --to 1", 66, "There is no page 99."),
    ("store restore --store s 1", 66, "There is no page 1 in the trash."),
    ("store restore --store s --document 1", 66, "There is no document 1 in the trash."),
    ("store restore --store s --document 9", 66, "There is no document 9 in the trash."),
    ("store replace --store s 99 in/1.png", 66, "There is no page 99."),
    ("store replace --store s 1 gone.png", 66, "gone.png: No such file or directory."),
    ("store export --store s 99 -o out", 66, "There is no page 99."),
    ("store merge --store s --document 1 --into 9", 66, "There is no document 9."),
    ("store move --store s 1 --to 4", 64, "There is no position 4: the document has 3 pages."),
    ("store move --store s 1 --to 0", 64, "There is no position 0"),
    ("store split --store s --document 1 --at 7", 64, "There is no position 7"),
    ("store list --store gone", 66, "thumbnail-strip: gone: There is no store here"),
    ("store list --store in", 65, "thumbnail-strip: in: The folder is not a store"),
    ("store list --store in/1.png", 65, "in/1.png: This is not a folder, so it is not a store."),
    ("store verify --store gone", 66, "There is no store here"),
    ("store repair --store gone", 66, "There is no store here"),
    ("store repair --store in", 65, "The folder is not a store"),
    ("store init --store in", 73, "thumbnail-strip: in: The folder is neither a store nor empty"),
    ("store init --store in/1.png", 73, "thumbnail-strip: in/1.png: This is not a folder: choose"),
    ("store init --store in/1.png/x", 73, "thumbnail-strip: in/1.png/x: "),
    ("store ingest --store s in/1.png/x", 66, "Not a directory"),
    ("store ingest --store s empty", 66, "There are no pages in the inputs."),
    ("info --store s --document 9", 66, "There is no document 9."),
    ("info --store gone --document 1", 66, "There is no store here"),
    ("watch gone --store s", 66, "thumbnail-strip: gone: No such file or directory."),
    ("watch in/1.png --store s", 66, "Not a directory"),
    ("watch in --store gone", 66, "There is no store here"),
    ("watch in --store s --document 9", 66, "There is no document 9."),
  ]

  /// Invalid command lines, and words of the explanation.
  static let usage: [(String, String)] = [
    ("store list", "--store"),
    ("store list --store s extra", "extra"),
    ("store nonsense", "There is no command 'store nonsense'; 'thumbnail-strip help store' lists"),
    ("store show --store s", "--document"),
    (
      "store show --store s --document 0",
      "'--document <document>': it must be the ID of a document"
    ),
    (
      "store merge --store s --document 1 --into x",
      "'--into <into>': it must be the ID of a document"
    ),
    ("store purge --store s --older-than abc", "it must be a number of days, 0 or more."),
    ("store rotate --store s 1 --by x", "it must be a multiple of 90."),
    ("watch in --store s --quiet-time x", "it must be a number of seconds."),
    ("store show --store s --document page-1", "--document"),
    ("store ingest --store s", "input"),
    ("store ingest --store s --document 1 --title T in", "--title is for a new document"),
    ("store delete --store s", "either pages or --document"),
    ("store delete --store s 1 --document 1", "Pages and --document are mutually exclusive."),
    ("store export --store s --document 1 2 -o out", "are mutually exclusive."),
    ("store delete --store s one", "'one' is not the ID of a page"),
    ("store delete --store s 0", "'0' is not the ID of a page"),
    ("store delete --store s 99999999999999999999", "is not the ID of a page"),
    ("store move --store s 1 2 --to 1", "Unexpected argument '2'"),
    ("store move --store s 1", "--to"),
    ("store move --store s 1 --to middle", "it must be first, last or a number from 1."),
    ("store rotate --store s", "Missing expected argument '<page> ...'"),
    ("store rotate --store s", "--store <dir>] [--quiet] [--no-progress] <page> ... [--by"),
    ("store describe --store s", "Missing expected argument '<page> ...'"),
    ("store move --store s --to 1", "[--no-progress] <page> --to <place>"),
    ("store rotate --store s 1 --by 45", "--by must be a multiple of 90 degrees."),
    ("store purge --store s --older-than=-1", "--older-than must be a number of days"),
    ("store purge --store s --older-than nan", "--older-than must be a number of days"),
    ("store merge --store s --document 1 --into 1", "must be different documents"),
    ("store export --store s 1", "--output"),
    ("store export --store s -o out", "either pages or --document"),
    ("store export --store s 1 2 -o -", "'-o -' writes one page"),
    ("info --store s", "--store and --document must be given together."),
    ("info --document 1", "No store is given: use --store, or set PAGE_GALLERY_STORE."),
    ("info --store s --document 1 in", "replace the inputs"),
    ("thumbs -o out", "Give an input"),
    ("watch --store s", "folder"),
    ("watch in --store s --quiet-time -1", "--quiet-time"),
    ("watch in --store s --document 1 --new", "--title, --new and --group are for new documents"),
  ]

  private func storeOfThreePages() throws -> StoreWorkspace {
    let store = try StoreWorkspace()
    try store.fill(3)
    try FileManager.default.createDirectory(
      at: store.workspace.url.appendingPathComponent("empty"), withIntermediateDirectories: true)
    return store
  }

  @Test func mistakesAreExplainedAndChangeNothing() throws {
    let store = try storeOfThreePages()
    let before = try store.output("store show --store s --document 1 --json")
    for (arguments, status, words) in Self.mistakes {
      let outcome = try store.run(arguments)
      #expect(outcome.status == status, "\(arguments): \(outcome)")
      #expect(outcome.output.isEmpty, "\(arguments): \(outcome)")
      #expect(outcome.errors.contains(words), "\(arguments): \(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(arguments): \(outcome)")
    }
    #expect(try store.output("store show --store s --document 1 --json") == before)
    #expect(try store.workspace.names() == ["empty", "in", "s"])
    #expect(try store.workspace.names(in: "in") == ["1.png", "2.png", "3.png"])
  }

  @Test func senselessCommandLinesAreExplained() throws {
    let store = try storeOfThreePages()
    let before = try store.output("store show --store s --document 1 --json")
    for (arguments, words) in Self.usage {
      let outcome = try store.run(arguments)
      #expect(outcome.status == 64, "\(arguments): \(outcome)")
      #expect(outcome.output.isEmpty, "\(arguments): \(outcome)")
      #expect(outcome.errors.contains(words), "\(arguments): \(outcome)")
    }
    #expect(try store.output("store show --store s --document 1 --json") == before)
    #expect(try store.workspace.names() == ["empty", "in", "s"])
  }

  /// Metadata that are too long are a mistake in the command line, not a bad page.
  @Test func longMetadataAreAMistake() throws {
    let store = try storeOfThreePages()
    let long = String(repeating: "x", count: 5_000)
    for arguments in [
      "store describe --store s 1 --set k=\(long)", "store describe --store s 1 --source \(long)",
      "store ingest --store s --source \(long) in", "watch in --store s --source \(long)",
    ] {
      let outcome = try store.run(arguments)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("4096"), "\(outcome)")
    }
    #expect(try store.pages() == [1, 2, 3])
  }

  @Test(arguments: ["info", "thumbs -o out", "render -o a.png", "animate --demo move -o a.png"])
  func anEmptyDocumentIsNamed(command: String) throws {
    let store = try storeOfThreePages()
    try store.output("store split --store s --document 1 --at 1")
    let outcome = try store.run("\(command) --store s --document 1")
    #expect(outcome.status == 66 && outcome.output.isEmpty)
    #expect(outcome.errors == "thumbnail-strip: Document 1 has no pages.\n")
  }

  @Test func anExistingStoreStaysAsItIs() throws {
    let store = try storeOfThreePages()

    let outcome = try store.run("store init --store s")

    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "thumbnail-strip: s: The folder is already a store; it was not changed.\n")
    #expect(try store.pages() == [1, 2, 3])
  }

  /// SQLite stores the application ID and the user version at bytes 68 and 60.
  @Test func aStoreOfALaterVersionIsLeftAlone() throws {
    let store = try storeOfThreePages()
    try store.leaveOnlyCatalog { $0.replaceSubrange(60..<64, with: [0, 0, 1, 0]) }

    let outcome = try store.run("store list --store s")

    #expect(outcome.status == 65)
    #expect(
      outcome.errors == "thumbnail-strip: s: The store has version 256, "
        + "but this program supports versions up to 5: use a later version of the program.\n")
  }

  @Test func aCatalogOfAnotherProgramIsLeftAlone() throws {
    let store = try storeOfThreePages()
    try store.leaveOnlyCatalog { $0.replaceSubrange(68..<72, with: [1, 2, 3, 4]) }

    let outcome = try store.run("store list --store s")

    #expect(outcome.status == 65)
    #expect(outcome.errors.hasSuffix("catalogue.sqlite is not the catalog of a page store.\n"))
  }

  @Test func aCatalogOfNoiseIsCorrupt() throws {
    let store = try storeOfThreePages()
    try store.leaveOnlyCatalog { $0 = Data(repeating: 7, count: $0.count) }

    let outcome = try store.run("store list --store s")

    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("thumbnail-strip: s: The store is damaged: the catalog "))
  }
}

extension StoreWorkspace {
  /// Checkpoints the log into the catalog, and changes the bytes of the catalog.
  fileprivate func leaveOnlyCatalog(_ change: (inout Data) -> Void) throws {
    // Purging empties the log.
    try output("store delete --store s 3")
    try output("store purge --store s --older-than 0")
    let file = workspace.url.appendingPathComponent("s/catalogue.sqlite")
    var bytes = try Data(contentsOf: file)
    change(&bytes)
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file.path + suffix)
    }
    try bytes.write(to: file)
  }
}
