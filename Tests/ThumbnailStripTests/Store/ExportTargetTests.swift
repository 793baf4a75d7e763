// SPDX-License-Identifier: Apache-2.0

import Foundation
import GallerySystem
import GalleryTestSupport
import Testing

@testable import StripCommands

/// Folders that an export does not write to.
struct ExportTargetTests: ManifestSuite {
  let store: StoreWorkspace

  init() throws { store = try .forManifests() }

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
    var statuses: Set<Int32> = []
    for round in 0..<4 {
      let swapping = Task.detached {
        var number = 0
        while !Task.isCancelled {
          Self.swap(folder, victim, aside: spare.appending("\(round)-\(number)".utf8))
          number += 1
        }
      }
      let exported = try store.run("store export --store s --all -o all --overwrite")
      swapping.cancel()
      await swapping.value
      #expect(try workspace.names(in: "victim") == ["precious"], "round \(round)")
      #expect([0, 73].contains(exported.status), "round \(round): \(exported)")
      statuses.insert(exported.status)
    }
    // Some of the exports found a folder.
    let pages = (try? workspace.names(in: "all/1 in")) ?? []
    #expect(statuses == [0, 73] || !pages.isEmpty, "\(statuses)")
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
}
