// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// The life of a store, as seen by a user at a terminal.
struct StoreLifeTests {
  private let store: StoreWorkspace
  private var workspace: Workspace { store.workspace }

  init() throws { store = try StoreWorkspace() }

  @Test func pagesGoInAndComeBackByteByByte() throws {
    try store.addPage("scans/page2.png", 2)
    try store.addPage("scans/page10.png", 10)
    try workspace.add("scans/bad.jpg", [0xFF, 0xD8, 0xFF, 0xD9])
    try workspace.add("scans/notes.txt", "no page")

    let taken = try store.run("store ingest --store s scans gone.png")

    #expect(taken.status == 66)
    #expect(
      taken.output == "document-1  scans\npage-1  scans/page2.png\npage-2  scans/page10.png\n"
        || taken.output == "document-1  scans\npage-2  scans/page2.png\npage-3  scans/page10.png\n")
    let reports = taken.errors.split(separator: "\n")
    #expect(reports.count == 2)
    #expect(reports[0].hasPrefix("thumbnail-strip: scans/bad.jpg: "))
    #expect(reports[1] == "thumbnail-strip: gone.png: No such file or directory.")
    #expect(
      try store.output("store export --store s --document 1 -o out") == "out/1.png\nout/2.png\n")
    #expect(try workspace.bytes("out/1.png") == CrashPage.bytes(2))
    #expect(try workspace.bytes("out/2.png") == CrashPage.bytes(10))
    #expect(try workspace.names(in: "out") == ["1.png", "2.png"])
  }

  @Test func badPageIsKeptOnRequest() throws {
    try workspace.add("bad.jpg", [0xFF, 0xD8, 0xFF, 0xD9])

    let taken = try store.run("store ingest --store s --title Odd --keep-damaged bad.jpg --json")

    #expect(taken.status == 0)
    #expect(taken.errors.hasPrefix("thumbnail-strip: bad.jpg: Stored as damaged: "))
    let lines = try jsonLines(taken.output)
    #expect(lines.first?["title"] as? String == "Odd")
    #expect(lines.last?["isDamaged"] as? Bool == true)
    #expect(lines.last?["format"] is NSNull)
    #expect(try store.output("store export --store s --document 1 -o out") == "out/1.jpg\n")
    #expect(try workspace.bytes("out/1.jpg") == [0xFF, 0xD8, 0xFF, 0xD9])
  }

  @Test func nothingButBadPagesMakesNoDocument() throws {
    try workspace.add("bad.jpg", [0xFF, 0xD8, 0xFF, 0xD9])

    #expect(try store.run("store ingest --store s bad.jpg").status == 65)
    #expect(try store.output("store list --store s").isEmpty)
  }

  @Test func editsDoWhatTheySay() throws {
    try store.fill(4)
    #expect(try store.pages() == [1, 2, 3, 4])

    #expect(try store.output("store move --store s 4 --to first").isEmpty)
    #expect(try store.pages() == [4, 1, 2, 3])
    try store.output("store move --store s page-4 --to 3")
    #expect(try store.pages() == [1, 2, 4, 3])
    let changed = try jsonLines(store.output("store delete --store s 1 2 1 --json"))
    #expect(changed.first?["pages"] as? [Int] == [1, 2])
    #expect(try store.pages() == [4, 3])
    #expect(try store.pages(trash: true).sorted() == [1, 2])
    try store.output("store restore --store s 2 1")
    #expect(try store.pages() == [1, 2, 4, 3])
  }

  @Test func deletionsAreUndoneInTheOppositeOrder() throws {
    try store.fill(4)
    try store.output("store delete --store s 2")
    try store.output("store delete --store s 3")

    try store.output("store restore --store s 2 3")

    #expect(try store.pages() == [1, 2, 3, 4])
  }

  @Test func turnsAddUp() throws {
    try store.fill(2)
    try store.output("store rotate --store s 1 2")
    try store.output("store rotate --store s 2 --by=-180")

    let lines = try jsonLines(store.output("store show --store s --document 1 --json"))

    #expect(lines.map { $0["rotation"] as? Int } == [90, 270])
    #expect(lines.map { $0["contentVersion"] as? Int } == [1, 2])
    let ratio = try #require(lines[0]["aspectRatio"] as? Double)
    #expect(abs(ratio - 256.0 / 257) < 1e-12)
  }

  @Test func replacementKeepsNumberAndPlace() throws {
    try store.fill(2)
    try store.addPage("new.png", 77)
    try workspace.add("bad.png", "x")

    let refused = try store.run("store replace --store s 1 bad.png")
    #expect(refused.status == 65)
    #expect(refused.errors.hasPrefix("thumbnail-strip: bad.png: "))
    try store.output("store replace --store s 1 new.png")

    #expect(try store.pages() == [1, 2])
    try store.output("store export --store s 1 -o out")
    #expect(try workspace.bytes("out/page-1.png") == CrashPage.bytes(77))
    #expect(try store.bytes("store export --store s 1 -o -") == CrashPage.bytes(77))
    let piped = try store.run("store replace --store s 2 -", input: Data(CrashPage.bytes(78)))
    #expect(piped.status == 0)
    try store.output("store export --store s 2 -o out")
    #expect(try workspace.bytes("out/page-2.png") == CrashPage.bytes(78))
  }

  @Test func documentsAreSplitMergedCopiedAndDeleted() throws {
    try store.fill(3)

    #expect(
      try store.output("store split --store s --document 1 --at 3 --title Rest")
        == "document-2  Rest\n")
    #expect(try store.pages() == [1, 2])
    #expect(try store.output("store duplicate --store s --document 1") == "document-3  in\n")
    try store.output("store merge --store s --document 2 --into 1")
    #expect(try store.pages() == [1, 2, 3])
    try store.output("store rename --store s --document 3 --title Copy")
    try store.output("store delete --store s --document 3")
    #expect(try jsonLines(store.output("store list --store s --json")).count == 1)
    let trash = try jsonLines(store.output("store list --store s --trash --json"))
    #expect(trash.map { $0["title"] as? String } == ["Copy"])
    try store.output("store restore --store s --document document-3")
    #expect(try jsonLines(store.output("store list --store s --json")).count == 2)
  }

  @Test func purgingIsForGood() throws {
    try store.fill(2)
    let file = try store.original(of: 2)
    try store.output("store delete --store s 2")
    #expect(try store.output("store purge --store s") == "0 pages removed\n")
    #expect(try store.output("store purge --store s --older-than 0") == "1 page removed\n")

    #expect(!FileManager.default.fileExists(atPath: workspace.url.path + "/" + file))
    let outcome = try store.run("store restore --store s 2")
    #expect(outcome.status == 66)
    #expect(outcome.errors == "thumbnail-strip: s: There is no page 2.\n")
  }

  @Test func aFlippedBitIsFoundAndHealed() throws {
    try store.fill(3)
    #expect(try store.output("store verify --store s") == "3 pages, 3 originals: all sound\n")
    let file = try store.original(of: 2)
    try store.damage(file)

    let found = try store.run("store verify --store s")
    #expect(found.status == 65)
    #expect(found.output == "3 pages, 3 originals: 1 problem\n")
    #expect(
      found.errors.hasPrefix("thumbnail-strip: page-2: The store is damaged: the original "))
    let repaired = try store.run("store repair --store s")
    #expect(repaired.status == 65)
    #expect(
      repaired.errors
        == "thumbnail-strip: page-2: The original is missing or was changed; "
        + "the page is marked as damaged.\n")
    let exported = try store.run("store export --store s --document 1 -o out")
    #expect(exported.status == 65)
    #expect(exported.output == "out/1.png\nout/3.png\n")
    try store.output("store ingest --store s --title Again in/2.png")
    #expect(try workspace.bytes(file) == CrashPage.bytes(2))
    #expect(try store.run("store verify --store s").status == 0)
  }

  @Test func aLostCatalogIsMadeAnew() throws {
    try store.fill(3)
    for name in try workspace.names(in: "s") where name.hasPrefix("catalogue") {
      try FileManager.default.removeItem(at: workspace.url.appendingPathComponent("s/\(name)"))
    }

    let listed = try store.run("store list --store s")
    #expect(listed.status == 65)
    let message = "The store is damaged: the catalog has a fault (it is missing)"
    let advice = "'thumbnail-strip store repair' mends what can be mended."
    #expect(listed.errors.contains("\(message); \(advice)\n"))
    #expect(
      try store.output("store repair --store s")
        .hasPrefix(
          "The catalog was missing; a new one was made of the records and the originals.\n"))
    #expect(try store.pages() == [1, 2, 3])
    #expect(try store.run("store verify --store s").status == 0)
  }
}

// MARK: - Export

extension StoreLifeTests {
  @Test func exportLeavesFilesAloneUnlessAsked() throws {
    try store.fill(2)
    try workspace.add("out/1.png", "precious")

    let refused = try store.run("store export --store s --document 1 -o out")

    #expect(refused.status == 73)
    #expect(
      refused.errors
        == "thumbnail-strip: out/1.png: The file already exists; --overwrite replaces it.\n")
    #expect(refused.output == "out/2.png\n")
    #expect(try workspace.bytes("out/1.png") == Array("precious".utf8))
    #expect(try workspace.names(in: "out") == ["1.png", "2.png"])
    #expect(
      try store.run("store export --store s --document 1 -o out --overwrite --json").status == 0)
    #expect(try workspace.bytes("out/1.png") == CrashPage.bytes(1))
  }

  @Test func namesOfFilesSortLikePages() throws {
    try store.fill(11)

    try store.output("store export --store s --document 1 -o out")

    let names = try workspace.names(in: "out")
    #expect(names.first == "01.png" && names.last == "11.png" && names.count == 11)
    #expect(try workspace.bytes("out/10.png") == CrashPage.bytes(10))
  }
}

// MARK: - Standard input

extension StoreLifeTests {
  @Test func aPageComesThroughAPipe() throws {
    let outcome = try store.run(
      "store ingest --store s --title Pipe -", input: Data(CrashPage.bytes(9)))

    #expect(outcome.status == 0)
    #expect(outcome.output == "document-1  Pipe\npage-1  standard input\n")
    try store.output("store export --store s 1 -o out")
    #expect(try workspace.bytes("out/page-1.png") == CrashPage.bytes(9))
  }

  @Test func aPageWithoutANameGetsATitle() throws {
    let outcome = try store.run("store ingest --store s -", input: Data(CrashPage.bytes(9)))
    #expect(outcome.output == "document-1  Standard input\npage-1  standard input\n")
  }

  @Test func aListComesThroughAPipe() throws {
    try store.addPage("b.png", 2)
    try store.addPage("a.png", 1)

    let outcome = try store.run("store ingest --store s -", input: Data("b.png\na.png\n".utf8))

    #expect(outcome.output == "document-1  b\npage-1  b.png\npage-2  a.png\n")
  }

  @Test func aNameThatIsNoTextIsNoHindrance() throws {
    try store.addPage("a.png", 1)
    // A shell argument can contain what no `String` can.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", #"mv a.png "$(printf '\377.png')""#]
    process.currentDirectoryURL = workspace.url
    try process.run()
    process.waitUntilExit()

    let outcome = try store.run("store ingest --store s .")

    #expect(outcome.status == 0 && outcome.output.hasSuffix("./\\xFF.png\n"))
  }
}
