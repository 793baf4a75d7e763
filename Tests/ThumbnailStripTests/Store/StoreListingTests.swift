// SPDX-License-Identifier: Apache-2.0

import Testing

struct StoreListingTests {
  private let store: StoreWorkspace

  init() throws {
    store = try StoreWorkspace()
    try store.fill(3)
    try store.workspace.add("bad.jpg", [0xFF, 0xD8, 0xFF, 0xD9])
    _ = try store.run("store ingest --store s --document 1 --keep-damaged bad.jpg")
    try store.output("store rotate --store s 2")
    try store.output("store delete --store s 3")
    let title = "Miete\u{1B}[31m\n2026 \"Ä\""
    #expect(
      try store.workspace.program.run(
        "store", "rename", "--store", "s", "--document", "1", "--title", title
      ).status == 0)
  }

  @Test(arguments: ["list", "show --document 1", "show --document 1 --trash"])
  func tablesAreAsCommitted(arguments: String) throws {
    try Snapshots.expect(
      maskingTimes(store.output("store \(arguments) --store s")),
      matches: "store-\(name(arguments)).txt")
  }

  @Test(arguments: ["list", "show --document 1", "show --document 1 --trash", "verify"])
  func jsonIsAsCommitted(arguments: String) throws {
    try Snapshots.expect(
      maskingTimes(store.output("store \(arguments) --store s --json")),
      matches: "store-\(name(arguments)).jsonl")
  }

  private func name(_ arguments: String) -> String {
    arguments.contains("trash") ? "trash" : String(arguments.prefix { $0 != " " })
  }

  @Test func emptyStoreAndEmptyDocumentPrintNothing() throws {
    #expect(try StoreWorkspace().output("store list --store s").isEmpty)
    let pages = try store.pages().map(String.init)
    try store.output("store delete --store s " + pages.joined(separator: " "))
    #expect(try store.output("store show --store s --document 1").isEmpty)
  }
}
