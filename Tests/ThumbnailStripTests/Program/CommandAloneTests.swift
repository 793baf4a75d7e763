// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import StripCommands

/// A command that is parsed alone is the one that the parser of all commands finds.
struct CommandAloneTests {
  /// The words of a line, with `_` for an empty word.
  private static func words(_ line: String) -> [String] {
    line.split(separator: " ").map { $0 == "_" ? "" : String($0) }
  }

  private static func content(_ command: any ParsableCommand) -> String {
    var text = ""
    dump(command, to: &text)
    return text
  }

  @Test(arguments: [
    "a.jpg -o a.png", "-o a.png a.jpg --active 2", "--width 300 a.jpg -o a.png",
    "render a.jpg -o render",
    "a.jpg render -o a.png", "--background white -o a.png -- --help", "info a.jpg info",
    "info --json -",
    "info --no-quiet a", "thumbs in -o out --height=64 --strict", "thumbs -o out -- -x.jpg",
    "replay s.jsonl",
    "animate in -o a.png --demo move", "store init --store s", "store list --store s --json",
    "store ingest --store s in --document 3", "store move --store s --document 1 --at 2 --to 1",
    "store show --store s",
    "watch in --store s --quiet-time 2", "_ -o a.png", "info _",
  ])
  func theParsersAgree(line: String) throws {
    let words = Self.words(line)
    let all = Result { try ThumbnailStrip.parseAsRoot(words) }
    let alone = CommandAlone(words)?.parsed()
    switch all {
    case .success(let command): #expect(alone.map(Self.content) == Self.content(command))
    case .failure: #expect(alone == nil)
    }
  }

  /// Each is answered by the parser of all commands, which knows how the command is called.
  @Test(arguments: [
    "", "help", "help info", "--help", "-h", "--version", "--generate-completion-script bash",
    "--experimental-dump-help", "---completion info -- 0", "info --help", "info --version",
    "info -h a.jpg", "store",
    "store --help", "store help", "store nothing", "store list --help", "thumbs in",
    "thumbs in -o out --jobs x",
    "a.jpg -o a.png --help", "a.jpg --no-such-option", "replay",
  ])
  func helpAndMistakesAreLeftToTheOther(line: String) {
    #expect(CommandAlone(Self.words(line))?.parsed() == nil)
  }

  @Test func eachCommandIsFoundAlone() {
    for command in ThumbnailStrip.configuration.subcommands {
      let name = command.configuration.commandName ?? ""
      let further = command.configuration.subcommands
      for other in further {
        let found = CommandAlone([name, other.configuration.commandName ?? "", "x"])
        #expect(found?.type == other)
        #expect(found?.arguments == ["x"])
      }
      if further.isEmpty { #expect(CommandAlone([name, "x"])?.type == command) }
    }
  }
}
