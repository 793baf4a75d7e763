// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

/// A suite that exports the documents of a store, and ingests them into another one.
protocol ManifestSuite {
  /// A workspace with the filled store `s` and the empty store `t`.
  var store: StoreWorkspace { get }
}

extension ManifestSuite {
  var workspace: Workspace { store.workspace }

  func export(_ name: String, to folder: String, _ more: String = "") throws -> String {
    try store.output("store export --store \(name) --all -o \(folder) \(more)")
    return String(decoding: try workspace.bytes("\(folder)/manifest.json"), as: UTF8.self)
  }

  func manifest(_ page: String) throws {
    try workspace.add(
      "all/manifest.json",
      #"{"format":"page-gallery-manifest","version":1,"documents":["#
        + #"{"title":"One","metadata":{},"pages":[\#(page)]}]}"#)
  }

  func ingest() throws -> Program.Outcome {
    try store.run("store ingest --store t --manifest all/manifest.json")
  }
}

extension StoreWorkspace {
  /// Creates the two stores of a ``ManifestSuite``.
  static func forManifests() throws -> StoreWorkspace {
    let store = try StoreWorkspace()
    try store.fill(4)
    try store.workspace.add("bad.jpg", [0xFF, 0xD8, 0xFF, 0xD9])
    _ = try store.workspace.program.run(
      "store", "ingest", "--store", "s", "--title", "../\u{1B}[31mTwo/\"ä\"\n", "--keep-damaged",
      "bad.jpg", "in/2.png")
    for call in [
      "rotate --store s 2", "rotate --store s 3 --by 180", "move --store s 4 --to first",
      "delete --store s 1", "describe --store s 2 --source desk --set invoice=17",
      "init --store t",
    ] { try store.output("store " + call) }
    return store
  }
}
