// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// The command `store copy`, between folders.
@Suite struct StoreCopyCommandTests {
  private let workspace: StoreWorkspace

  init() throws {
    workspace = try StoreWorkspace()
    try workspace.fill(5)
    try workspace.output("store delete --store s 2")
  }

  private func listing(of store: String) throws -> String {
    try workspace.output("store list --store \(store) --json")
      + workspace.output("store show --store \(store) --document 1 --json")
      + workspace.output("store show --store \(store) --document 1 --trash --json")
  }

  @Test func aCopyIsCompletedByTheNext() throws {
    #expect(
      try workspace.output("store copy s copy")
        .hasPrefix("1 document, 5 pages, 5 originals copied ("))
    #expect(try workspace.output("store copy s copy") == "nothing to copy\n")
    try workspace.output("store rotate --store s 1")
    #expect(
      try workspace.output("store copy s copy --json")
        == "{\"documentCount\":1,\"pageCount\":5,\"originalCount\":0,\"byteCount\":0,\"problemCount\":0}\n"
    )
    #expect(try listing(of: "copy") == listing(of: "s"))
    try workspace.output("store verify --store copy")
  }

  @Test func aCopyThatWasKilledIsCompleted() throws {
    for number in 6...40 { try workspace.addPage("more/\(number).png", number) }
    for number in 1...5 {
      try workspace.output("store ingest more --store s --title \(number) --quiet")
    }
    let process = workspace.workspace.program.makeProcess(["store", "copy", "s", "copy"])
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    // Originals are put after the catalog was made.
    let blobs = workspace.workspace.url.appendingPathComponent("copy/blobs").path
    func hasOriginals() -> Bool {
      let paths = try? FileManager.default.subpathsOfDirectory(atPath: blobs)
      return paths?.contains { $0.contains("/") } == true
    }
    while process.isRunning, !hasOriginals() { usleep(1_000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try workspace.run("store copy s copy")
    #expect(try listing(of: "copy") == listing(of: "s"))
    try workspace.output("store verify --store copy")
  }

  /// A process that was killed may have made some of the folders.
  @Test(arguments: [
    [], ["blobs"], ["blobs/00", "records"], ["blobs", "incoming", "records", "thumbnails"],
  ])
  func anInterruptedCopyIsCompleted(folders: [String]) throws {
    for folder in folders {
      try FileManager.default.createDirectory(
        at: workspace.workspace.url.appendingPathComponent("copy/\(folder)"),
        withIntermediateDirectories: true)
    }
    #expect(try workspace.run("store copy s copy").status == 0)
    try workspace.output("store verify --store copy")
    #expect(try listing(of: "copy") == listing(of: "s"))
  }

  @Test func unfitStoresAreRefused() throws {
    func check(_ arguments: String, _ status: Int32, _ message: String) throws {
      let outcome = try workspace.run("store copy \(arguments)")
      #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome)")
    }
    try check("s s", 64, "s: The store cannot be copied to itself.")
    try check("s in", 73, "in: The folder is neither a store nor empty.")
    try check("in copy", 65, "in: The folder is not a store.")
    try check("missing copy", 66, "missing: There is no store here")
    try check("s s/inside", 73, "s/inside: The folder is the store or inside it")
    try workspace.output("store init --store other")
    try workspace.output("store ingest in --store other")
    try workspace.output("store ingest in --store other")
    try check("s other", 78, "it is no copy of the store")
    #expect(!FileManager.default.fileExists(atPath: workspace.workspace.url.path + "/copy"))
  }

  /// Every sync takes a second, so that the signal comes within the first pass.
  @Test(.enabled(if: ChildProcess.strace != nil))
  func aSignalEndsTheFirstPassAtOnce() async throws {
    let strace = try #require(ChildProcess.strace)
    try workspace.output("store init --store copy")
    let watcher = try Watcher(
      workspace.workspace, ["store", "copy", "--follow", "s", "copy"],
      under: [
        strace, "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e",
        "inject=fsync,fdatasync:delay_enter=1000000",
      ])
    let copied = workspace.workspace.url.appendingPathComponent("copy/blobs").path
    let status = await watcher.end(with: SIGTERM) {
      // The originals are in folders of their own.
      FileManager.default.subpaths(atPath: copied)?.contains { $0.contains("/") } == true
    }
    #expect(status == SIGTERM)
    #expect(watcher.lines.isEmpty)
    // Nobody takes what is there for the whole store.
    for command in ["list", "verify", "repair", "init"] {
      let taken = try workspace.run("store \(command) --store copy")
      #expect(taken.status == 78 && taken.errors.contains("unfinished copy"), "\(taken)")
    }
    try workspace.output("store copy s copy")
    #expect(try listing(of: "copy") == listing(of: "s"))
  }

  @Test func changesAreFollowedUntilASignal() async throws {
    let watcher = try Watcher(workspace.workspace, ["store", "copy", "--follow", "s", "copy"])
    try await watcher.wait(forLines: 1)
    try workspace.output("store rotate --store s 1")
    try await watcher.wait(forLines: 2)
    try workspace.output("store ingest in --store s --title Second")
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(watcher.errors == "")
    #expect(try listing(of: "copy") == listing(of: "s"))
    #expect(try workspace.pages(of: 2).count == 5)
  }

  /// Only that page is lacking, and its place is that in the document.
  @Test func aDamagedPageIsNamed() throws {
    try workspace.output("store copy s copy")
    let before = try workspace.output("store show --store copy --document 1")
    try workspace.damageRow(ofPage: 3)
    let message = "The store is damaged: the entry of page 3 is missing or was changed."
    let shown = try workspace.run("store show --store s --document 1")
    #expect(shown.status == 65 && shown.errors.contains(message), "\(shown)")
    let places = shown.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: " ").prefix(2).compactMap { Int($0) }
    }
    #expect(places == [[1, 1], [3, 4], [4, 5]])
    for (target, summary) in [("copy", "nothing to copy\n"), ("new", "1 document, 4 pages, ")] {
      let copied = try workspace.run("store copy s \(target)")
      #expect(copied.status == 65 && copied.output.hasPrefix(summary), "\(copied)")
      #expect(copied.errors.contains(message), "\(copied)")
      try workspace.output("store verify --store \(target)")
    }
    #expect(try workspace.output("store show --store copy --document 1") == before)
    #expect(try workspace.output("store list --store new").contains(" 3 "))
  }

  /// The message about damage of the store as a whole names the store.
  @Test func damageOfTheWholeStoreIsThatOfTheStore() throws {
    try workspace.output("store copy s copy")
    let catalog = "s/catalogue.sqlite"
    // All pages of the file but those with its description.
    for page in 2..<(try workspace.workspace.bytes(catalog).count / 4096) {
      try workspace.damage(catalog, at: page * 4096)
    }
    let copied = try workspace.run("store copy s copy")
    #expect(copied.status == 65 && copied.errors.contains("thumbnail-strip: s: "), "\(copied)")
  }
}

extension StoreWorkspace {
  /// Flips a bit of the aspect ratio of a page, so that its row has another checksum.
  fileprivate func damageRow(ofPage page: Int) throws {
    let catalog = "s/catalogue.sqlite"
    let ratio = Double(256 + page) / 256
    let stored = withUnsafeBytes(of: ratio.bitPattern.bigEndian) { Array($0) }
    let bytes = try workspace.bytes(catalog)
    let places = bytes.indices.filter { bytes[$0...].starts(with: stored) }
    #expect(!places.isEmpty)
    for place in places { try damage(catalog, at: place + 7) }
  }
}
