// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StripCommands

struct UsageLineTests {
  @Test func aShortUsageStaysInOneLine() {
    #expect(UsageLine("info [<input> ...]").wrapped == "USAGE: info [<input> ...]")
  }

  @Test func longUsageIsWrappedBetweenArguments() {
    let text =
      "thumbnail-strip store move [--store <dir>] [--quiet] [<page> ...] --to <place> [--json]"
    #expect(
      UsageLine(text).wrapped == """
        USAGE: thumbnail-strip store move [--store <dir>] [--quiet] [<page> ...]
               --to <place> [--json]
        """)
  }

  @Test(arguments: 1...60) func noLineIsLongerAndNothingIsLost(count: Int) {
    let words = (0..<count).map { $0.isMultiple(of: 3) ? "--word <value>" : "[--option\($0) <v>]" }
    let text = UsageLine(words.joined(separator: " ")).wrapped
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix("--word") })
    let parts = lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(parts == "USAGE: " + words.joined(separator: " "))
  }

  @Test func anArgumentLongerThanALineGetsItsOwn() {
    let long = "[" + String(repeating: "x", count: 100) + "]"
    #expect(UsageLine("info \(long) [-a]").wrapped == "USAGE: info\n       \(long)\n       [-a]")
  }
}
