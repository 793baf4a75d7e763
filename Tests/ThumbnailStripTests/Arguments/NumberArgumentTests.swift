// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StripCommands

/// Number options with invalid values.
struct NumberArgumentTests {
  @Test(arguments: [
    ("info a --limit-memory -1", "'-1' is invalid for '--limit-memory <size>': It must be a whole"),
    (
      "info a --limit-pixels -1", "'-1' is invalid for '--limit-pixels <count>': It must be a whole"
    ),
    ("info a --limit-memory 12apples", "It must be a whole number, or one with K, M, G or T: 512M"),
    ("info a --limit-memory 1.5G", "It must be a whole number, or one with K, M, G or T: 512M"),
    ("info a --limit-memory M", "It must be a whole number"),
    (
      "info a --limit-pixels 0",
      "'0' is invalid for '--limit-pixels <count>': It must be at least 1."
    ),
    (
      "info a --limit-pixels 9000000000000G", "It is more than 9223372036854775807 pixels."
    ),
    ("info a --limit-memory 9000000000G", "It is more than 9223372036854775807 bytes."),
    ("info a --limit-memory 2GiB", "512M or 2G; 'GiB' is not one of these letters."),
    ("info a --limit-pixels 2MP", "800M or 2G; 'MP' is not one of these letters."),
    ("info a --limit-memory 0x10", "512M or 2G; 'x10' is not one of these letters."),
    ("info a --limit-memory 1e9", "512M or 2G; 'e9' is not one of these letters."),
    ("info a --limit-memory 1,5G", "512M or 2G, without a fraction."),
    ("info a --limit-memory +5", "512M or 2G, without a sign."),
    ("info a --limit-memory half", "512M or 2G, and begins with a digit."),
    ("info --store s --document -1", "'-1' is invalid for '--document <document>'"),
    ("store show --store s --document -1", "'-1' is invalid for '--document <document>'"),
    ("store merge --store s --document 1 --into -2", "'-2' is invalid for '--into <into>'"),
    ("store delete --store s -1", "'-1' is not the ID of a page: 'store show' prints the IDs."),
    ("watch - --store s", "Only a folder can be watched"),
    ("watch in --store s --document -1", "'-1' is invalid for '--document <document>'"),
    (
      "animate a --demo scroll -o a.png --moments -1,2", "'-1,2' is invalid for '--moments <times>'"
    ),
    ("a.jpg -o a.png --background -1", "'-1' is invalid for '--background <color>'"),
    ("animate a --demo scroll -o a.png --color-bits -1", "--color-bits must be in 3...8."),
    ("store purge --store s --older-than -1", "--older-than must be a number of days, 0 or more."),
    ("watch in --store s --quiet-time -1", "--quiet-time must be in 0...86400."),
    ("watch in --store s --group pause --pause -1", "--pause must be in 0...31536000."),
  ])
  func theValueIsNamed(arguments: String, words: String) throws {
    let workspace = try Workspace()
    let outcome = try workspace.program.run(arguments.split(separator: " ").map(String.init))
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(words), "\(outcome)")
    #expect(!outcome.errors.contains("Missing"), "\(outcome)")
  }

  @Test(arguments: ["move 1 --to -1", "split --document 1 --at -1"])
  func placesAreCountedFromOne(command: String) throws {
    let store = try StoreWorkspace()
    try store.fill(2)
    let outcome = try store.run("store \(command) --store s")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.contains("There is no position -1: the document has 2 pages."), "\(outcome)")
  }

  @Test(arguments: [
    (["store", "ingest", "--store", "s", "in", "--title", "-5 Grad"], "'--title=-5 Grad'"),
    (["store", "ingest", "--store", "s", "in", "--title", "-1"], "'--title=-1'"),
    (["store", "ingest", "--store", "s", "in", "--title", "--json"], "'--title=--json'"),
    (["store", "rename", "--store", "s", "--document", "1", "--title", "-5"], "'--title=-5'"),
    (["store", "describe", "--store", "s", "1", "--captured", "-5"], "'--captured=-5'"),
    (["thumbs", "in", "--output", "-5"], "'--output=-5'"),
    (["thumbs", "in", "-o", "-5"], "'-o=-5'"),
    (["store", "list", "--store", "-5"], "'--store=-5'"),
    (["info", "in", "--limit-memory="], "there is no value after '='."),
  ])
  func whatBeginsWithADashNeedsAnEqualsSign(arguments: [String], words: String) throws {
    let store = try StoreWorkspace()
    try store.fill(1)
    let outcome = try store.workspace.program.run(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
    let line = try #require(outcome.errors.split(separator: "\n").first)
    #expect(line.contains("Missing value for '") && line.contains(words), "\(outcome)")
  }

  @Test(arguments: [["--title=-5 Grad"], ["--title=--json"], ["--title=-"], ["--title", "-"]])
  func valuesBehindAnEqualsSignAreTaken(words: [String]) throws {
    let store = try StoreWorkspace()
    try store.fill(1)
    let outcome = try store.workspace.program.run(
      ["store", "rename", "--store", "s", "--document", "1"] + words)
    #expect(outcome.status == 0, "\(outcome)")
    let title = words.last?.split(separator: "=").last.map(String.init)
    let line = try #require(jsonLines(store.output("store list --store s --json")).first)
    #expect(line["title"] as? String == title)
  }

  @Test func countsHaveUnits() throws {
    #expect(try CountArgument.bytes("2k").count == 2048)
    #expect(try CountArgument.bytes("3T").count == 3 << 40)
    #expect(try CountArgument.pixels("2G").count == 2_000_000_000)
    #expect(try CountArgument.pixels("9223372036854775807").count == .max)
  }

  @Test func aTitleMayNeedAnEqualsSign() throws {
    let store = try StoreWorkspace()
    try store.fill(1)
    let outcome = try store.run("store rename --store s --document 1 --title -draft")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("or '--title=-draft' for a value of '--title'."), "\(outcome)")
    try store.output("store rename --store s --document 1 --title=-draft")
    #expect(try store.output("store list --store s").contains("-draft"))
  }
}
