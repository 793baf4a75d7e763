// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// Commands on a read-only store.
@Suite(.enabled(if: ChildProcess.unshare != nil, "a file system must not be mounted here"))
struct ReadOnlyStoreTests {
  private static let script = """
    mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 9
    cd "$0" && shift && exec "$@"
    """

  private let store: StoreWorkspace

  init() throws {
    store = try StoreWorkspace()
    for number in 1...3 { try store.workspace.addPage("in/\(number).png", width: 30 + number) }
    try store.output("store ingest --store s in")
  }

  /// Runs the program with a read-only store.
  private func run(_ arguments: String) async throws -> (status: Int32, text: String) {
    let folder = store.workspace.url.path
    let words = try #require(ChildProcess.unshare) + ["/bin/sh", "-c", Self.script, folder]
    let child = try ChildProcess(
      words + ["\(folder)/s", Program.url.path] + arguments.split(separator: " ").map(String.init),
      printingInto: folder)
    await child.waitUntilExit()
    return (child.process.terminationStatus, try child.text())
  }

  @Test(arguments: [
    "store list --store s", "store show --store s --document 1", "store verify --store s",
    "info --store s --document 1", "render --store s --document 1 --layout",
    "thumbs --store s --document 1 -o thumbs --force",
    "store export --store s --document 1 -o out --overwrite",
    "animate --store s --document 1 --demo cards -o cards.png --fps 2 --scale 0.2",
  ])
  func whatOnlyReadsWorks(arguments: String) async throws {
    let found = try await run(arguments)
    #expect(found.status == 0)
    #expect(found.text == (try store.output(arguments)))
  }

  @Test(arguments: [
    "store delete --store s 1", "store rotate --store s 1", "store move --store s 1 --to last",
    "store ingest --store s in", "store purge --store s --older-than 0",
  ])
  func whatWritesIsRefused(arguments: String) async throws {
    let before = try store.output("store show --store s --document 1")
    #expect(try await run(arguments).status == 74)
    #expect(try store.output("store show --store s --document 1") == before)
  }
}
