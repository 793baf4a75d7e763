// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StripCommands

/// Options that take numbers, and get something else.
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
    ("info a --limit-pixels 9000000000000G", "It is more than 9223372036854775807."),
    ("info --store s --document -1", "'-1' is invalid for '--document <document>'"),
    ("store show --store s --document -1", "'-1' is invalid for '--document <document>'"),
    ("store merge --store s --document 1 --into -2", "'-2' is invalid for '--into <into>'"),
    ("store delete --store s -1", "'-1' is not the number of a page: 'store show' names them."),
    ("watch - --store s", "Only a folder can be watched"),
    ("watch in --store s --document -1", "'-1' is invalid for '--document <document>'"),
    (
      "animate a --demo scroll -o a.png --moments -1,2", "'-1,2' is invalid for '--moments <times>'"
    ),
    ("a -o a.png --background -1", "'-1' is invalid for '--background <color>'"),
    ("animate a --demo scroll -o a.png --color-bits -1", "--color-bits must be in 3...8."),
    ("store purge --store s --older-than -1", "--older-than must be a number of days from 0."),
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
      outcome.errors.contains("There is no place -1: the document has 2 pages."), "\(outcome)")
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
