// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Commands whose outputs would be foreign files in a store.
struct ForeignOutputTests {
  private let store: StoreWorkspace

  init() throws {
    store = try StoreWorkspace()
    try store.fill(1)
    try store.workspace.link("link", to: "s/blobs")
  }

  private func names() -> Set<String> {
    let all = FileManager.default.enumerator(atPath: store.workspace.url.path + "/s")
    return Set(all?.compactMap { $0 as? String } ?? [])
  }

  private static let folders = [
    "s", "s/", "s/records", "s/blobs/new/folder", "gone/../s/incoming/0", "link", "./s/../s/aside",
  ]

  @Test(arguments: folders) func foldersInAStoreAreRefused(folder: String) throws {
    let before = names()
    for command in [
      "thumbs in -o", "thumbs --store s --document 1 -o", "watch in --store s --done",
    ] {
      let outcome = try store.run("\(command) \(folder)")
      #expect(outcome.status == 73 && outcome.output.isEmpty, "\(command): \(outcome)")
      #expect(
        outcome.errors == "thumbnail-strip: \(folder): The folder is the store or inside it, where "
          + "files would damage the store: choose another one.\n", "\(command)")
    }
    #expect(names() == before)
  }

  @Test(arguments: ["s/", "s/records/", "link/"]) func picturesInAStoreAreRefused(
    folder: String
  ) throws {
    let before = names()
    for command in ["in -o", "animate in --demo zoom -o", "animate in --demo move -o"] {
      let outcome = try store.run("\(command) \(folder)a.png")
      #expect(outcome.status == 73 && outcome.output.isEmpty, "\(command): \(outcome)")
      #expect(
        outcome.errors.hasPrefix("thumbnail-strip: \(folder.dropLast()): The folder is the store"),
        "\(command): \(outcome)")
    }
    #expect(names() == before)
  }

  @Test(arguments: ["s/aside/new", "s/new", "link/new"])
  func aStoreInAStoreIsRefused(folder: String) throws {
    let before = names()
    let outcome = try store.run("store init --store \(folder)")
    #expect(outcome.status == 73 && outcome.errors.contains("inside it"), "\(outcome)")
    #expect(names() == before)
  }

  /// The files of a watched folder may be moved or removed.
  @Test(arguments: ["s", "s/blobs"]) func aFolderOfAnotherStoreIsNotWatched(folder: String) throws {
    try store.output("store init --store t")
    let outcome = try store.run("watch \(folder) --store t --remove")
    #expect(outcome.status == 64 && outcome.errors.contains("is inside a store"), "\(outcome)")
  }

  @Test func foldersBesideAStoreAreTaken() throws {
    try store.workspace.addPage("gray.png")
    try store.output("thumbs gray.png -o s-beside")
    try store.output("gray.png -o a.png")
  }
}
