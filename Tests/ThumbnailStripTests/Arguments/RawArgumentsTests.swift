// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import StripCommands

struct RawArgumentsTests {
  private func bytes(_ words: [String]) -> [[UInt8]] { words.map { Array($0.utf8) } }

  @Test func shortLinesStayAsTheyAre() {
    let words = ["info", "--json", "a", "b", "c", "-o", "out", "--", "-x", "y"]

    #expect(RawArguments(bytes(words)).tokens == words)
  }

  @Test func longRunsBecomeOneToken() {
    let words = ["info", "--json"] + (0..<1000).map { "page\($0)" }

    let arguments = RawArguments(bytes(words))

    #expect(arguments.tokens.count == 6)
    #expect(arguments.tokens.flatMap(arguments.expand) == words.map { Path($0) })
  }

  @Test func namesThatAreNoTextAreKept() {
    let name: [UInt8] = [0x61, 0xFF]

    let arguments = RawArguments([[0x2D, 0x6F], name])

    #expect(arguments.tokens.flatMap(arguments.expand) == [Path("-o"), Path(name)])
  }

  @Test func emptyArgumentsAreKept() {
    let words = ["", "a", "", "", "", "b"]

    let arguments = RawArguments(bytes(words))

    #expect(arguments.tokens.flatMap(arguments.expand) == words.map { Path($0) })
  }

  @Test func messagesShowArgumentsInsteadOfTokens() {
    let arguments = RawArguments([[0xFF, 0x1B]] + bytes((0..<9).map { "a\($0)" }), shortRun: 3)
    #expect(arguments.tokens.count == 4)
    let message = arguments.tokens.map { "'\($0)' x" }.joined(separator: "\n") + "\u{7F}\0"
    let text = #"'\xFF\x1B' x"# + "\n'a0' x\n'a1' x\n'a2 and 6 more' x" + #"\x7F\x00"#
    #expect(arguments.displayText(ofMessage: message) == text)
    #expect(arguments.displayText(ofMessage: "ä\n\n") == "ä\n\n")
  }

  /// For every line, nothing is lost, and no option or command is hidden.
  @Test func nothingIsLost() {
    let words = ["-o", "--json", "--", "-", "a", "b", "", "\u{FFFD}"]
    checkProperty(
      seed: 3, runs: 2_000,
      generate: { generator in
        (0..<Int.random(in: 0...14, using: &generator)).map { _ in
          words[Int.random(in: 0..<words.count, using: &generator)]
        }
      },
      shrink: \.shrinks,
      check: { line in
        let arguments = RawArguments(bytes(line), shortRun: 3)
        let expanded = arguments.tokens.flatMap(arguments.expand)
        if expanded != line.map({ Path($0) }) { return "expands to \(expanded)" }
        let hidden = line.filter { $0.hasPrefix("-") }
        return arguments.tokens.filter { $0.hasPrefix("-") } == hidden ? nil : "hides an option"
      }
    )
  }
}
