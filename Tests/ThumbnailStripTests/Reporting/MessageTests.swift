// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The messages that `--quiet` suppresses, and those that it does not.
struct MessageTests {
  private let store: StoreWorkspace

  init() throws {
    store = try StoreWorkspace()
    try store.fill(2)
    try store.workspace.addPage("scans/1.png")
    try store.workspace.add("bad.png", "no page")
  }

  private static let silent = Program.Outcome(output: "", errors: "", status: 0)

  @Test(arguments: [
    "thumbs scans -o out", "thumbs -0 scans -o out", "store ingest --store s scans",
    "store ingest --store s --document 1 scans", "store export --store s --document 1 -o exp",
    "store export --store s --all -o exp",
    "store verify --store s", "store backup --store s copy", "store repair --store s",
    "store purge --store s", "store split --store s --document 1 --at 2",
    "store duplicate --store s --document 1", "store init --store s",
  ])
  func workIsDoneInSilence(command: String) throws {
    #expect(try store.run("\(command) --quiet") == Self.silent)
  }

  @Test(arguments: [
    "info scans", "scans --layout", "store list --store s", "store show --store s --document 1",
    "thumbs scans -o out --json --force", "store verify --store s --json",
  ])
  func whatWasAskedForIsPrinted(command: String) throws {
    let loud = try store.run(command)
    #expect(loud.status == 0 && !loud.output.isEmpty)
    #expect(try store.run(command + " --quiet").output == loud.output)
  }

  @Test func theOptionHasALetter() throws {
    #expect(try store.run("-q thumbs scans -o out").status == 64)
    #expect(try store.run("thumbs -q scans -o out") == Self.silent)
  }

  @Test func errorsArePrinted() throws {
    for command in [
      "info bad.png", "thumbs bad.png -o out", "store ingest --store s bad.png",
    ] {
      let outcome = try store.run(command + " --quiet")
      #expect(outcome.status == 65 && outcome.errors.contains("bad.png: "), "\(outcome)")
    }
  }

  @Test func aWatchIsSilent() throws {
    #expect(try store.run("watch missing --store s --quiet").status == 66)
    #expect(try store.run("replay missing --quiet --no-progress").status == 66)
  }

  @Test func aDamagedPageIsNoted() throws {
    var bytes = try store.workspace.bytes("scans/1.png")
    bytes.removeLast(14)
    try store.workspace.add("cut.png", bytes)
    let loud = try store.run("thumbs cut.png -o out")
    #expect(loud.status == 0 && loud.errors.contains("damaged"), "\(loud)")
    #expect(try store.run("thumbs cut.png -o out --quiet") == Self.silent)
  }
}
