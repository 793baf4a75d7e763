// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// Exports and manifests of which a part is missing, replaced or lost.
struct ManifestInterruptionTests: ManifestSuite {
  let store: StoreWorkspace

  init() throws { store = try .forManifests() }

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
}
