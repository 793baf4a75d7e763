// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Glibc
import Testing

/// The metadata that the program stores with pages, shows and exports.
@Suite(.timeLimit(.minutes(60)))
struct StoreMetadataTests {
  private let store: StoreWorkspace
  private var workspace: Workspace { store.workspace }

  init() throws { store = try StoreWorkspace() }

  private func run(_ words: String...) throws -> Program.Outcome {
    try workspace.program.run(words)
  }

  private func metadata(of document: Int = 1) throws -> [[String: Any]] {
    try jsonLines(store.output("store show --store s --document \(document) --json"))
      .map { $0["metadata"] as? [String: Any] ?? [:] }
  }

  // MARK: - Ingest

  @Test func filesKeepTheirNames() throws {
    try store.addPage("in/scan 7.png", 1)
    try store.addPage("in/\u{1B}[31m\n.png", 2)
    let odd = Array("in/".utf8) + [0xFF, 0xE4] + Array(".png".utf8)
    try workspace.add(odd, CrashPage.bytes(3))
    let taken = try run("store", "ingest", "--store", "s", "--source", "scanner 2", "in")
    #expect(taken.status == 0, "\(taken)")
    let found = try metadata()
    #expect(
      Set(found.map { $0["fileName"] as? String }) == [
        "scan 7.png", "\u{1B}[31m\n.png", "\u{FFFD}\u{FFFD}.png",
      ])
    #expect(found.allSatisfy { $0["source"] as? String == "scanner 2" })
    // Untrusted characters are never printed to a terminal.
    let table = try store.output("store show --store s --document 1")
    #expect(table.contains("\\x1B[31m\\x0A.png from scanner 2") && !table.contains("\u{1B}"))
  }

  @Test func standardInputHasNoName() throws {
    let outcome = try store.run(
      "store ingest --store s --title x -", input: Data(CrashPage.bytes(1)))
    #expect(outcome.status == 0)
    #expect(try metadata()[0].isEmpty)
  }

  @Test func watchKeepsNamesAndItsSource() async throws {
    try store.addPage("in/a b.png", 1)
    let watcher = try Watcher(
      workspace, ["watch", "in", "--store", "s", "--source", "scanner 3"])
    try await watcher.wait(forLines: 2)
    #expect(try watcher.end(with: SIGTERM) == 0)
    let found = try metadata()
    #expect(found[0]["fileName"] as? String == "a b.png")
    #expect(found[0]["source"] as? String == "scanner 3")
  }

  // MARK: - Describe

  @Test func pagesAreDescribed() throws {
    try store.fill(2)
    let described = try run(
      "store", "describe", "--store", "s", "1", "2", "--source", "desk", "--file-name=-x.png",
      "--captured", "2024-05-01T10:30:00+02:00", "--set", "a=b=c", "--set", "n=1\n2")
    #expect(
      described
        == Program.Outcome(
          output: ["page-1", "page-2"].map {
            $0
              + "  file=-x.png  source=desk  captured=2024-05-01T10:30:00+02:00  a=b=c  n=1\\x0A2\n"
          }.joined(), errors: "", status: 0))
    let changed = try jsonLines(
      run(
        "store", "describe", "--store", "s", "1", "--unset", "n", "--captured", "", "--source", "",
        "--json"
      ).output)
    let metadata = changed.first?["metadata"] as? [String: Any]
    #expect(metadata?["fileName"] as? String == "-x.png" && metadata?.count == 2)
    #expect(metadata?["fields"] as? [String: String] == ["a": "b=c"])
    // Without an option there is no change.
    #expect(try store.output("store describe --store s 1") == "page-1  file=-x.png  a=b=c\n")
    let page = try jsonLines(store.output("store show --store s --document 1 --json"))[0]
    #expect(page["contentVersion"] as? Int == 0)
    #expect(try store.output("store verify --store s").contains("all sound"))
  }

  @Test(arguments: [
    ["1", "--captured", "yesterday"], ["1", "--set", "novalue"], ["1", "--set", "=x"],
    ["--source", "x"],
  ])
  func mistakesAreNamed(words: [String]) throws {
    try store.fill(1)
    let outcome = try workspace.program.run(["store", "describe", "--store", "s"] + words)
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("thumbnail-strip: "), "\(outcome)")
    #expect(try store.output("store describe --store s 1") == "page-1  file=1.png\n")
  }

  @Test func whatIsTooLongOrMissingChangesNothing() throws {
    try store.fill(2)
    let long = try run(
      "store", "describe", "--store", "s", "1", "2", "--source",
      String(repeating: "x", count: 5_000))
    #expect(long.status == 64 && long.errors.contains("at most 4096 are allowed"))
    let missing = try run("store", "describe", "--store", "s", "1", "99", "--source", "x")
    #expect(missing.status == 66 && missing.errors.contains("page 99"))
    #expect(try store.output("store describe --store s 1") == "page-1  file=1.png\n")
  }

  // MARK: - Names of exported files

  @Test func filesGetTheirNamesBack() throws {
    try store.fill(6)
    let names = ["a.png", "A.PNG", "../../a.png", "a-2.png", "no extension", ""]
    for (index, name) in names.enumerated() {
      let outcome = try run(
        "store", "describe", "--store", "s", "\(index + 1)", "--file-name", name)
      #expect(outcome.status == 0)
    }
    try store.output("store export --store s --document 1 -o out --names original")
    #expect(
      try workspace.names(in: "out") == [
        "6.png", "A-3.PNG", "a-2.png", "a-4.png", "a.png", "no extension.png",
      ])
    #expect(try workspace.bytes("out/a.png") == CrashPage.bytes(1))
    #expect(try workspace.bytes("out/a-2.png") == CrashPage.bytes(4))
    // For single pages, and with other names.
    try store.output("store export --store s 5 -o single --names original")
    try store.output("store export --store s 5 -o single --names number")
    try store.output("store export --store s 5 -o single --names place")
    #expect(try workspace.names(in: "single") == ["1.png", "no extension.png", "page-5.png"])
  }

  /// The names of pages 1, 2 and so on, and the files of pages without a name.
  static let namesLikePlaces: [(names: [String], files: [String])] = [
    (["2.jpg", ""], ["2.jpg.png", "2.png"]),
    (["2.png", ""], ["2-2.png", "2.png"]),
    (["", "1.png"], ["1-2.png", "1.png"]),
    (["", "", "1.PNG", "2.Png"], ["1-2.png", "1.PNG", "2-2.png", "2.Png"]),
    (["", "1.png", "1-2.png", "1.png"], ["1-2.png", "1-3.png", "1-4.png", "1.png"]),
    (
      ["", "01.PNG", "01.png", "", "", "", "", "", "", "10.png", "1.png"],
      [
        "01-2.png", "01-3.png", "01.PNG", "04.png", "05.png", "06.png", "07.png", "08.png",
        "09.png", "1.png", "10.png",
      ]
    ),
  ]

  @Test(arguments: namesLikePlaces)
  func aPlaceTakesTheNameOfNoOtherPage(names: [String], files: [String]) throws {
    try store.fill(names.count)
    for (index, name) in names.enumerated() {
      let page = try jsonLines(store.output("store show --store s --document 1 --json"))[index]
      let number = try #require(page["page"] as? Int)
      #expect(
        try run("store", "describe", "--store", "s", "\(number)", "--file-name", name).status == 0)
    }
    for more in ["", " --overwrite"] {
      try store.output("store export --store s --document 1 -o out --names original" + more)
      let found = try workspace.names(in: "out")
      #expect(found == files)
      #expect(try Set(found.map { try workspace.bytes("out/" + $0) }).count == names.count)
    }
  }

  @Test func hostileNamesStayInTheFolder() throws {
    try store.fill(3)
    let marks = "a" + String(repeating: "\u{301}", count: 1_500) + ".png"
    for (index, name) in ["/etc/passwd", ".\u{1B}]0;x\u{7}.png", marks].enumerated() {
      let outcome = try run(
        "store", "describe", "--store", "s", "\(index + 1)", "--file-name", name)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    try store.output("store export --store s --document 1 -o out --names original")
    let names = try workspace.names(in: "out")
    #expect(names.count == 3 && names.contains("passwd.png") && names.contains("]0;x.png"))
    #expect(names.allSatisfy { $0.utf8.count <= 255 && $0.hasSuffix(".png") })
  }
}
