// SPDX-License-Identifier: Apache-2.0

import Testing

/// `PAGE_GALLERY_STORE` sets the store of commands without an explicit one.
struct StoreVariableTests {
  private let store: StoreWorkspace

  init() throws {
    store = try StoreWorkspace()
    for number in 1...2 { try store.workspace.addPage("in/\(number).png", width: 30 + number) }
    try store.output("store ingest --store s in")
  }

  private func run(_ arguments: String, variable: String?) throws -> Program.Outcome {
    var program = store.workspace.program
    if let variable { program.environment = ["PAGE_GALLERY_STORE": variable] }
    return try program.run(arguments.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "store list", "store show --document 1", "store verify", "store rotate 1", "info --document 1",
    "thumbs --document 1 -o out", "--document 1 -o a.png", "store ingest in",
    "animate --document 1 --demo scroll -o b.png --moments 0", "store backup copy",
  ])
  func itNamesTheStore(command: String) throws {
    let outcome = try run(command, variable: "s")
    #expect(outcome.status == 0, "\(command): \(outcome)")
  }

  @Test func theOptionCountsMore() throws {
    #expect(try run("store list --store s", variable: "missing").status == 0)
    #expect(try run("store list --store missing", variable: "s").status == 66)
    #expect(try run("info in --json", variable: "missing").status == 0)
  }

  @Test(arguments: [
    "store list", "info --document 1", "watch in", "store ingest in", "thumbs --document 1 -o out",
  ])
  func bothWaysAreNamedIfThereIsNeither(command: String) throws {
    for variable in [nil, ""] {
      let outcome = try run(command, variable: variable)
      #expect(outcome.status == 64)
      #expect(
        outcome.errors.hasPrefix(
          "thumbnail-strip: No store is given: use --store, or set PAGE_GALLERY_STORE.\n"),
        "\(outcome)")
    }
  }

  /// An explicitly given store is not replaced by another one.
  @Test func anEmptyOptionIsAMistake() throws {
    var program = store.workspace.program
    program.environment = ["PAGE_GALLERY_STORE": "s"]
    let outcome = try program.run("store", "list", "--store", "")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--store needs a folder."), "\(outcome)")
  }

  @Test func aStoreOnServersIsNoFolder() throws {
    let command = "store backup copy"
    let location = "postgresql://u:secret@127.0.0.1:1/db?objects=/x"
    let message =
      "needs a folder: this command is not available for a store on servers. "
      + "Use the tools of its database, or 'store copy'."
    let byOption = try run("\(command) --store \(location)", variable: nil)
    #expect(byOption.status == 64)
    #expect(byOption.errors.hasPrefix("thumbnail-strip: --store \(message)\n"), "\(byOption)")
    let byVariable = try run(command, variable: location)
    #expect(byVariable.status == 64)
    #expect(byVariable.errors.hasPrefix("thumbnail-strip: PAGE_GALLERY_STORE \(message)\n"))
    #expect(!(byOption.errors + byVariable.errors).contains("secret"))
  }

  @Test func aStoreIsNoStream() throws {
    let outcome = try run("store list --store -", variable: nil)
    #expect(outcome.status == 64 && outcome.errors.contains("A store is a folder"), "\(outcome)")
  }
}
