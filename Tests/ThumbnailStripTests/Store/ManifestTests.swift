// SPDX-License-Identifier: Apache-2.0

import Foundation
import GallerySystem
import GalleryTestSupport
import Testing

/// A round trip of all documents through files with a manifest.
struct ManifestTests: ManifestSuite {
  let store: StoreWorkspace

  init() throws { store = try .forManifests() }

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
}
