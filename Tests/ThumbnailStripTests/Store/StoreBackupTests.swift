// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// `store backup`.
@Suite struct StoreBackupTests {
  private let store: StoreWorkspace

  init() throws {
    store = try StoreWorkspace()
    for number in 1...3 { try store.addPage("in/\(number).png", number) }
    try store.output("store ingest --store s in")
  }

  @Test func aBackupIsAStoreAndRestoresOne() throws {
    let byteCount = CrashPage.bytes(1).count
    #expect(
      try store.output("store backup --store s b")
        == "3 pages, 3 originals: 3 copied (\(3 * byteCount) bytes)\n")
    try store.addPage("more/4.png", 4)
    try store.output("store ingest --store s --document 1 more")
    #expect(
      try store.output("store backup --store s --quick b")
        == "4 pages, 4 originals: 1 copied (\(byteCount) bytes), 3 already there\n")
    try store.output("store backup --store b --link restored")
    for command in ["store list", "store show --document 1", "store verify"] {
      let words = command.split(separator: " ")
      let rest = words.dropFirst(2).joined(separator: " ")
      let texts = try ["s", "b", "restored"].map {
        try store.output("store \(words[1]) --store \($0) \(rest)")
      }
      #expect(Set(texts).count == 1)
    }
  }

  @Test func jsonCounts() throws {
    let line = try #require(jsonLines(store.output("store backup --store s --json b")).first)
    #expect(line["pageCount"] as? Int == 3 && line["copiedCount"] as? Int == 3)
    #expect(line["problemCount"] as? Int == 0)
    #expect(line["damagedOriginals"] as? [String] == [] && line["putAside"] as? [String] == [])
  }

  @Test func aDamagedOriginalIsReported() throws {
    let pages = try jsonLines(store.output("store show --store s --document 1 --json"))
    let digest = try #require(pages[1]["sha256"] as? String)
    try store.workspace.add("s/blobs/\(digest.prefix(2))/\(digest.dropFirst(2))", [1])

    let found = try store.run("store backup --store s b")

    #expect(found.status == 65)
    #expect(
      found.errors
        == "thumbnail-strip: s: The original \(digest) is missing or was changed, and is not in the "
        + "backup.\n")
    #expect(found.output.hasSuffix(" bytes), 1 damaged\n"))
    #expect(try store.run("store verify --store b").status == 65)
  }

  @Test(arguments: [
    ("s", "it is the store itself"), ("s/aside/b", "it is inside the store"),
    (".", "it contains the store"), ("in", "it contains other files"),
    ("in/1.png", "it is not a folder"), ("in/1.png/b", "it is not a folder"),
    ("other", "it is another store"), ("other/blobs", "it is inside another store"),
    ("other/new/b", "it is inside another store"), ("link", "it is not a folder"),
    ("link/b", "it is not a folder"),
  ])
  func unfitFoldersAreRefused(target: String, reason: String) throws {
    try store.output("store init --store other")
    let link = store.workspace.url.appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    let found = try store.run("store backup --store s \(target)")
    #expect(found.status == 73 && found.output.isEmpty)
    #expect(
      found.errors
        == "thumbnail-strip: \(target): The backup cannot be stored here: \(reason).\n")
  }

  /// A disk without room for the second backup.
  @Test(.enabled(if: ChildProcess.unshare != nil, "a file system must not be mounted here"))
  func aFullDiskLeavesTheBackupOfBefore() async throws {
    let script = """
      cd "$1" && mkdir disk && mount -t tmpfs -o size=2m none disk || exit 9; exec 2>&1
      "$0" store backup --store s disk/b
      "$0" store ingest --store s --document 1 large >/dev/null
      "$0" store backup --store s disk/b; echo "status $?"
      "$0" store verify --store disk/b | sed 's/:.*//'
      "$0" store show --store disk/b --document 1 | wc -l
      "$0" store delete --store s 4 5 && "$0" store purge --store s --older-than 0
      "$0" store backup --store s disk/b; echo "status $?"
      "$0" store verify --store disk/b
      """
    for number in 200...201 { try store.addPage("large/\(number).png", number) }
    let words =
      try #require(ChildProcess.unshare) + [
        "/bin/sh", "-c", script, Program.url.path, store.workspace.url.path,
      ]
    let child = try ChildProcess(words, printingInto: store.workspace.url.path)
    await child.waitUntilExit()
    let lines = try child.text().split(separator: "\n").map(String.init)
    #expect(lines.count > 6, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("thumbnail-strip: disk/b: The disk is full") })
    #expect(lines.contains("status 74"), "\(lines)")
    #expect(lines.contains("3 pages, 3 originals"), "\(lines)")
    #expect(lines.contains("2 pages removed"), "\(lines)")
    #expect(Array(lines.suffix(2)) == ["status 0", "3 pages, 3 originals: all sound"], "\(lines)")
  }
}
