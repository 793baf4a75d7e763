// SPDX-License-Identifier: Apache-2.0

/// The help of a command in the order in which people read it: usage and options first.
///
/// The parser prints a command's whole discussion before its usage. `--help` shows the examples
/// only, after the options; `help COMMAND` shows everything.
struct HelpPage {
  /// The command that prints complete pages.
  static let command = "help"

  /// The one-line description, after `OVERVIEW: `.
  private let overview: Substring

  /// The usage, the arguments, the options and the commands.
  private let reference: String

  private let sections: [HelpSection]

  /// Reads a help text of the parser; fails for other texts, such as a version or a completion
  /// script.
  ///
  /// - Parameter text: The text.
  init?(_ text: String) {
    let usage = text.split(separator: "\nUSAGE: ", maxSplits: 1)
    guard text.hasPrefix("OVERVIEW: "), usage.count == 2 else { return nil }
    let parts = usage[0].split(separator: "\n\n", maxSplits: 1)
    overview = parts[0]
    sections = HelpSection.sections(of: parts.count > 1 ? String(parts[1]) : "")
    let lines = usage[1].split(separator: "\n", omittingEmptySubsequences: false)
    reference = lines.filter { !$0.hasPrefix("  See '") }.joined(separator: "\n")
  }

  /// The text of `--help`.
  var short: String {
    let examples = sections.filter { $0.title == HelpSection.examples }
    let hint =
      isProgram
      ? "See 'thumbnail-strip help COMMAND' and 'thumbnail-strip help TOPIC' for details."
      : "See 'thumbnail-strip help \(commandWords.joined(separator: " "))' for details."
    return ([header] + examples.map(\.text) + [hint]).joined(separator: "\n\n")
  }

  /// The text of `help COMMAND`.
  var complete: String {
    ([header] + sections.map(\.text)).joined(separator: "\n\n")
  }

  private var header: String {
    let usage = reference.prefix { $0 != "\n" }
    let others = reference.dropFirst(usage.count).trimmedAtEnd
    let top = "\(overview.trimmedAtEnd)\n\n\(UsageLine(usage).wrapped)\(others)"
    return isProgram ? "\(top)\n\n\(topics)" : top
  }

  /// The words of the usage after the name of the program, up to the first argument.
  private var commandWords: [Substring] {
    let words = reference.prefix { $0 != "\n" }.split(separator: " ").dropFirst()
    return Array(words.prefix { $0.first?.isLetter ?? false })
  }

  private var isProgram: Bool { commandWords.isEmpty }

  private var topics: String {
    let lines = HelpTopic.all.map { topic in
      "  " + topic.name.padding(to: 24) + topic.summary
    }
    return "TOPICS:\n" + lines.joined(separator: "\n")
  }
}

extension StringProtocol {
  /// The text without line feeds and spaces at its end.
  fileprivate var trimmedAtEnd: String {
    var end = self[...]
    while end.last == "\n" || end.last == " " { end.removeLast() }
    return String(end)
  }

  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, width - count))
  }
}
