// SPDX-License-Identifier: Apache-2.0

import Foundation
import GallerySystem
import GalleryTestSupport
import Testing

@testable import StripCommands

/// A round trip of all documents through files with a manifest.
struct ManifestTests {
  private let store: StoreWorkspace
  private var workspace: Workspace { store.workspace }

  init() throws {
    store = try StoreWorkspace()
    try store.fill(4)
    try workspace.add("bad.jpg", [0xFF, 0xD8, 0xFF, 0xD9])
    _ = try workspace.program.run(
      "store", "ingest", "--store", "s", "--title", "../\u{1B}[31mTwo/\"ä\"\n", "--keep-damaged",
      "bad.jpg", "in/2.png")
    try store.output("store rotate --store s 2")
    try store.output("store rotate --store s 3 --by 180")
    try store.output("store move --store s 4 --to first")
    try store.output("store delete --store s 1")
    try store.output("store describe --store s 2 --source desk --set invoice=17")
    try store.output("store init --store t")
  }

  private func export(_ name: String, to folder: String, _ more: String = "") throws -> String {
    try store.output("store export --store \(name) --all -o \(folder) \(more)")
    return String(decoding: try workspace.bytes("\(folder)/manifest.json"), as: UTF8.self)
  }

  private func manifest(_ page: String) throws {
    try workspace.add(
      "all/manifest.json",
      #"{"format":"page-gallery-manifest","version":1,"documents":["#
        + #"{"title":"One","metadata":{},"pages":[\#(page)]}]}"#)
  }

  private func ingest() throws -> Program.Outcome {
    try store.run("store ingest --store t --manifest all/manifest.json")
  }

  @Test(arguments: ["", "--names original"])
  func aRoundTripGivesTheSameManifest(names: String) throws {
    // Identifiers with gaps, and a document without pages.
    try store.output("store split --store s --document 1 --at 2")
    try store.output("store delete --store s --document 2")
    let emptied = try store.output("store duplicate --store s --document 3")
    #expect(emptied.hasPrefix("document-4"))
    try store.output("store restore --store s --document 2")
    let copies = try store.pages(of: 4)
    try store.output("store delete --store s " + copies.map(String.init).joined(separator: " "))

    let first = try export("s", to: "all", names)
    let taken = try ingest()

    #expect(taken.status == 0, "\(taken)")
    let second = try export("t", to: "again", names)
    #expect(second == first)
    #expect(first.contains(#""rotation":90"#) && first.contains(#""invoice":"17""#))
    #expect(first.contains(#""isImage":false"#) && first.contains(#""pages":[]"#))
    let verified = try store.output("store verify --store t")
    #expect(verified.contains("all sound"))
    let before = try store.output("store list --store s --json")
    let after = try store.output("store list --store t --json")
    #expect(
      try jsonLines(before).map { $0["title"] as? String }
        == jsonLines(after).map { $0["title"] as? String })
  }

  @Test func eachDocumentHasAFolder() throws {
    let text = try export("s", to: "all")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(object?["version"] as? Int == 1)
    let documents = try #require(object?["documents"] as? [[String: Any]])
    #expect(documents.map { $0["title"] as? String } == ["in", "../\u{1B}[31mTwo/\"ä\"\n"])
    #expect(try workspace.names(in: "all") == ["1 in", "2 -[31mTwo-ä", "manifest.json"])
    for document in documents {
      for page in document["pages"] as? [[String: Any]] ?? [] {
        let file = try #require(page["file"] as? String)
        #expect(try workspace.bytes("all/" + file).count == page["byteCount"] as? Int)
      }
    }
    // The order of the document, without the trash.
    let pages = try #require(documents[0]["pages"] as? [[String: Any]])
    #expect(pages.map { $0["rotation"] as? Int } == [0, 90, 180])
  }

  @Test func anUnchangedExportIsRepeated() throws {
    let first = try export("s", to: "all")
    let second = try export("s", to: "all")
    #expect(second == first)
    #expect(try !workspace.names(in: "all").contains { $0.hasPrefix(".") })
  }

  @Test func anotherManifestStays() throws {
    let first = try export("s", to: "all")
    for other in [first + " ", String(first.dropLast()), ""] {
      try workspace.add("all/manifest.json", other)
      let again = try store.run("store export --store s --all -o all")
      #expect(
        again.status == 73 && again.errors.contains("all/manifest.json: The file already exists"))
      #expect(try workspace.bytes("all/manifest.json") == Array(other.utf8))
    }
    _ = try export("s", to: "all", "--overwrite")
  }

  @Test func aLinkToTheSameManifestIsNotTakenForIt() throws {
    let first = try export("s", to: "all")
    try workspace.add("elsewhere.json", first)
    let manifest = workspace.url.appendingPathComponent("all/manifest.json")
    try FileManager.default.removeItem(at: manifest)
    try workspace.link("all/manifest.json", to: "../elsewhere.json")
    let again = try store.run("store export --store s --all -o all")
    #expect(again.status == 73 && again.output.isEmpty, "\(again)")
  }

  @Test func anExportOfManyDocumentsNeedsFewFiles() throws {
    let digest = try #require(
      jsonLines(store.output("store show --store s --document 1 --json"))
        .first { $0["page"] as? Int == 2 }?["sha256"] as? String)
    let documents = Array(
      repeating: #"{"title":"","pages":[{"file":"2.png","sha256":"\#(digest)"}]}"#, count: 80)
    try workspace.add(
      "in/manifest.json",
      #"{"format":"page-gallery-manifest","version":1,"documents":["#
        + documents.joined(separator: ",") + "]}")
    try store.output("store ingest --store t --manifest in/manifest.json")
    let script = "ulimit -n 64; exec '\(Program.url.path)' store export --store t --all -o all"
    let exported = try workspace.program.run(shell: script)
    #expect(exported.status == 0 && exported.errors.isEmpty, "\(exported)")
    #expect(exported.output.split(separator: "\n").count == 81)
  }

  // MARK: - What is missing

  @Test func anExportThatWasKilledIsMadeAgain() throws {
    let first = try export("s", to: "all")
    #expect(first.hasSuffix("\n],\"isComplete\":true}\n"))
    try FileManager.default.removeItem(
      at: workspace.url.appendingPathComponent("all/manifest.json"))
    let second = try export("s", to: "all")
    #expect(second == first)
  }

  @Test func whatStandsInPlaceOfAPageIsNotTakenForIt() throws {
    let bytes = try workspace.bytes("in/4.png")
    try workspace.add("all/1 in/2.png", "other")
    try workspace.add("all/1 in/3.png", try workspace.bytes("in/3.png") + [0])
    try workspace.add("elsewhere.png", bytes)
    try workspace.link("all/1 in/1.png", to: "../../elsewhere.png")
    let exported = try store.run("store export --store s --all -o all")
    #expect(exported.status == 73, "\(exported)")
    for name in ["1.png", "2.png", "3.png"] {
      #expect(exported.errors.contains("all/1 in/\(name): The file already exists"))
    }
    let text = String(decoding: try workspace.bytes("all/manifest.json"), as: UTF8.self)
    #expect(text.hasSuffix("\n],\"isComplete\":false}\n") && !text.contains("1 in/"))
  }

  @Test(arguments: ["", " --json"])
  func aManifestWithMissingPagesIsReported(more: String) throws {
    try store.damage(try store.original(of: 3))
    let exported = try store.run("store export --store s --all -o all")
    #expect(exported.status == 65 && exported.errors.contains("page-3: "), "\(exported)")

    let taken = try store.run("store ingest --store t --manifest all/manifest.json" + more)

    #expect(taken.status == 65, "\(taken)")
    let last = try #require(taken.errors.split(separator: "\n").last)
    #expect(last.hasPrefix("thumbnail-strip: all/manifest.json: The manifest is not complete:"))
    if more.isEmpty == false { #expect(try jsonLines(taken.output).last?["error"] != nil) }
    #expect(try store.output("store list --store t --json").split(separator: "\n").count == 2)
    #expect(
      try store.run("store show --store t --document 1 --json").output.split(separator: "\n").count
        == 2)
  }

  @Test func aWordThatIsNoTruthIsNoManifest() throws {
    try workspace.add(
      "all/manifest.json",
      #"{"format":"page-gallery-manifest","version":1,"documents":[],"isComplete":17}"#)
    let taken = try ingest()
    #expect(taken.status == 65)
    #expect(taken.errors.contains("'isComplete' must be true or false."), "\(taken)")
  }

  @Test func lostOutputDoesNotEndTheExport() throws {
    let process = workspace.program.makeProcess([
      "store", "export", "--store", "s", "--all", "-o", "all",
    ])
    let pipe = Pipe()
    process.standardOutput = pipe
    try pipe.fileHandleForReading.close()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(try workspace.names(in: "all").contains("manifest.json"))
  }

  @Test func aDocumentOfBadPagesIsNamed() throws {
    let digest = String(repeating: "0", count: 64)
    for file in ["../x", "x"] {
      try manifest(#"{"file":"\#(file)","sha256":"\#(digest)"}"#)
      let taken = try ingest()
      #expect(taken.status >= 65 && taken.output.isEmpty)
      #expect(
        taken.errors.contains("all/manifest.json: document 1: The document was not created"),
        "\(taken)")
    }
  }

  @Test func aLargeManifestNeedsMemory() throws {
    let text = try export("s", to: "all")
    let memory = (text.utf8.count - 1) * 16
    let few = try store.run(
      "store ingest --store t --manifest all/manifest.json --limit-memory \(memory)")
    #expect(few.status == 65 && few.errors.contains("more than \(memory / 16) bytes"), "\(few)")
    #expect(try store.output("store list --store t").isEmpty)
    try workspace.add("long/manifest.json", [UInt8](repeating: 0x20, count: (16 << 20) + 1))
    let long = try store.run("store ingest --store t --manifest long/manifest.json")
    #expect(long.status == 65 && long.errors.contains("--limit-memory"), "\(long)")
  }

  @Test(arguments: ["/dev/zero", "/dev/null", "."])
  func aManifestIsAFile(path: String) throws {
    let taken = try store.run("store ingest --store t --manifest \(path)")
    #expect(taken.status == 65 && taken.errors.contains("The manifest is not a file."), "\(taken)")
  }

  // MARK: - Targets

  @Test func aLinkInPlaceOfAFolderIsRefused() throws {
    try workspace.add("victim/precious", "x")
    try workspace.add("all/x", "x")
    try workspace.link("all/1 in", to: "../victim")
    for more in ["", " --overwrite"] {
      let exported = try store.run("store export --store s --all -o all" + more)
      #expect(exported.status == 73, "\(exported)")
      #expect(exported.errors.contains("all/1 in: The folder is a link"))
      #expect(try workspace.names(in: "victim") == ["precious"])
    }
  }

  /// A link repeatedly replaces the folder, also between a check and a write.
  @Test(.timeLimit(.minutes(60))) func aLinkThatComesLaterIsNotFollowed() async throws {
    for number in 5...60 { try store.addPage("more/\(number).png", number) }
    try store.output("store ingest --store s --document 1 more")
    try workspace.add("victim/precious", "x")
    try workspace.add("spare/other", "x")
    let (folder, victim) = (workspace.path("all/1 in"), workspace.path("victim"))
    let spare = workspace.path("spare")
    for round in 0..<4 {
      let swapping = Task.detached {
        var number = 0
        while !Task.isCancelled {
          Self.swap(folder, victim, aside: spare.appending("\(round)-\(number)".utf8))
          number += 1
        }
      }
      _ = try store.run("store export --store s --all -o all --overwrite")
      swapping.cancel()
      await swapping.value
      #expect(try workspace.names(in: "victim") == ["precious"], "round \(round)")
    }
    // Some of the exports found a folder.
    #expect(try !workspace.names(in: "all").isEmpty)
  }

  /// Replaces a folder by a link for a moment.
  private static func swap(_ folder: Path, _ target: Path, aside: Path) {
    try? SystemCalls.rename(folder, to: aside)
    _ = target.withTerminatedBytes { target in folder.withTerminatedBytes { symlink(target, $0) } }
    sched_yield()
    _ = try? SystemCalls.removeFile(folder)
    try? SystemCalls.rename(aside, to: folder)
    // Leave the core to the export for a moment.
    usleep(200)
  }

  @Test(arguments: ["s", "s/blobs", "s/new/folder", "s/../s/blobs", "link", "link/new", "./s/."])
  func anExportIntoTheStoreIsRefused(target: String) throws {
    try workspace.link("link", to: "s/blobs")
    let before = try workspace.names(in: "s/blobs")
    for pages in ["--all", "--document 1", "2 --overwrite"] {
      let exported = try store.run("store export --store s \(pages) -o \(target)")
      #expect(exported.status == 73 && exported.output.isEmpty, "\(exported)")
      #expect(
        exported.errors.hasPrefix("thumbnail-strip: \(target): The folder is the store"))
    }
    #expect(try workspace.names(in: "s/blobs") == before)
    #expect(try !workspace.names(in: "s").contains("new"))
    try store.output("store export --store s --all -o s-beside")
  }

  /// Also a folder in another store, and a path through a folder that is missing at first.
  @Test(arguments: ["t", "t/blobs/new", "gone/../t/blobs"])
  func anExportIntoAnotherStoreIsRefused(target: String) throws {
    let exported = try store.run("store export --store s --all -o \(target)")
    #expect(exported.status == 73 && exported.output.isEmpty, "\(exported)")
    #expect(exported.errors.hasPrefix("thumbnail-strip: \(target): The folder is the store"))
    #expect(try !workspace.names(in: "t").contains("manifest.json"))
  }

  // MARK: - Bad entries

  static let outside = [
    "../in/1.png", "/etc/passwd", "1 in/../../in/1.png", "", ".", "..", "1 in//1.png",
    "./1 in/1.png",
    "1 in/1.png/", "1 in/\\u00001.png",
  ]

  @Test(arguments: outside)
  func pathsOutOfTheFolderAreRefused(path: String) throws {
    _ = try export("s", to: "all")
    let digest = String(repeating: "0", count: 64)
    try manifest(#"{"file":"\#(path)","sha256":"\#(digest)"}"#)
    let taken = try ingest()
    #expect(taken.status == 65 && taken.errors.contains("not inside the folder"), "\(taken)")
    #expect(try store.output("store list --store t").isEmpty)
  }

  @Test(arguments: ["link.png", "folder/1.png"])
  func linksAreNotFollowed(path: String) throws {
    _ = try export("s", to: "all")
    try workspace.link("all/link.png", to: "../in/1.png")
    try workspace.link("all/folder", to: "../in")
    let digest = String(repeating: "0", count: 64)
    try manifest(#"{"file":"\#(path)","sha256":"\#(digest)"}"#)
    let taken = try ingest()
    #expect(
      taken.status == 65 && taken.errors.contains("is a link, which is not followed"), "\(taken)")
    #expect(taken.errors.contains("all/\(path)"))
  }

  @Test func badEntriesKeepNothingElseOut() throws {
    _ = try export("s", to: "all")
    let digest = try #require(
      jsonLines(store.output("store show --store s --document 1 --json"))[0]["sha256"] as? String)
    let other = String(repeating: "0", count: 64)
    let good = #"{"file":"1 in/1.png","sha256":"\#(digest)"}"#
    let long = String(repeating: "x", count: 5_000)
    try manifest(
      [
        #"{"file":"1 in/1.png","sha256":"\#(other)"}"#, good,
        #"{"file":"1 in/9.png","sha256":"\#(digest)"}"#, #"{"file":"1 in","sha256":"\#(digest)"}"#,
        #"{"file":17,"sha256":"\#(digest)"}"#, #"{"file":"1 in/1.png"}"#, "17", "null",
        #"{"file":"1 in/1.png","sha256":"x"}"#,
        #"{"file":"1 in/1.png","sha256":"\#(digest)","rotation":45}"#,
        #"{"file":"1 in/1.png","sha256":"\#(digest)","metadata":{"source":"\#(long)"}}"#, good,
      ].joined(separator: ","))
    let taken = try ingest()
    #expect(taken.status == 65)
    let lines = taken.errors.split(separator: "\n")
    #expect(lines.count == 10 && lines.allSatisfy { $0.contains("all/") }, "\(taken.errors)")
    #expect(taken.errors.contains("all/1 in/1.png: The bytes have the SHA-256 "))
    #expect(taken.errors.contains("all/1 in/9.png: The file cannot be read"))
    #expect(
      taken.errors.contains("document 1, page 6: The page is invalid: 'sha256' is missing; it"))
    #expect(taken.output.split(separator: "\n").count == 3)
    #expect(try store.output("store verify --store t").contains("all sound"))
  }

  @Test func aDocumentWithTooMuchMetadataKeepsNoOtherOut() throws {
    _ = try export("s", to: "all")
    let long = String(repeating: "x", count: (1 << 20) + 1)
    let documents = [
      #"{"title":"One","metadata":{"a":"\#(long)"},"pages":[]}"#, "17",
      #"{"title":"Two","pages":[]}"#,
    ]
    try workspace.add(
      "all/manifest.json",
      #"{"format":"page-gallery-manifest","version":1,"documents":[\#(documents.joined(separator: ","))]}"#
    )
    let taken = try ingest()
    #expect(taken.status == 65 && taken.output == "document-1  Two\n", "\(taken)")
    #expect(taken.errors.contains("all/manifest.json: document 1: There are 1048581 bytes"))
    #expect(taken.errors.contains("all/manifest.json: document 2: The document is invalid"))
  }

  @Test(arguments: [
    "", "x", "[]", "17", "{}", #"{"format":"x","version":1,"documents":[]}"#,
    #"{"format":"page-gallery-manifest","version":2,"documents":[]}"#,
    #"{"format":"page-gallery-manifest","version":1}"#,
    #"{"format":"page-gallery-manifest","version":1,"documents":[17]}"#,
    String(repeating: "[", count: 100_000),
  ])
  func whatIsNoManifestIsRefused(text: String) throws {
    try workspace.add("all/manifest.json", text)
    let taken = try ingest()
    #expect(taken.status == 65 && taken.errors.contains("all/manifest.json"), "\(taken)")
    #expect(taken.errors.split(separator: "\n").count == 1 && taken.output.isEmpty)
  }

  @Test func aMissingManifestIsAMissingInput() throws {
    let taken = try store.run("store ingest --store t --manifest none.json")
    #expect(taken.status == 66 && taken.errors.contains("none.json: No such file"))
  }

  @Test(arguments: [
    "ingest --store s", "ingest --store s --manifest m in",
    "ingest --store s --manifest m --title x", "ingest --store s --manifest -",
    "export --store s --all -o - ", "export --store s --all 1 -o out",
    "export --store s --all --names number -o out",
  ])
  func mistakesAreNamed(arguments: String) throws {
    let outcome = try store.run("store \(arguments)")
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("thumbnail-strip: "), "\(outcome)")
  }
}
