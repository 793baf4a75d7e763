// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

/// Entries of a manifest that are refused, and those that are not affected by it.
struct RefusedManifestTests: ManifestSuite {
  let store: StoreWorkspace

  init() throws { store = try .forManifests() }

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
