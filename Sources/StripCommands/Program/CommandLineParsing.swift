// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GallerySystem

/// A mistake in a command line that the parser would misinterpret.
struct CommandLineMistake: Error {
  /// The message as one sentence.
  let message: String

  /// Finds a mistake.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program name.
  ///   - exists: Returns whether a file with a name exists.
  init?(_ arguments: [String], exists: (String) -> Bool) {
    let message =
      Self.file(in: arguments) ?? Self.help(arguments) ?? Self.command(in: arguments, exists)
    guard let message else { return nil }
    self.message = message
  }

  /// Returns the message for a word that looks like combined short options, perhaps with `-h` among
  /// them, but is probably a file name.
  private static func file(in arguments: [String]) -> String? {
    let options = Array(arguments.prefix { $0 != "--" })
    for (index, word) in options.enumerated() where isFileLikeOption(word) {
      let option = index > 0 ? options[index - 1] : ""
      guard option.hasPrefix("--"), !option.contains("=") else {
        return "There is no option '\(word)'; write './\(word)' for a file of that name."
      }
      // A list of numbers or a title, which the option itself validates.
      if word.dropFirst().first?.isNumber == true { continue }
      return "There is no option '\(word)'; write './\(word)' for a file of that name, or "
        + "'\(option)=\(word)' for a value of '\(option)'."
    }
    return nil
  }

  private static func isFileLikeOption(_ argument: String) -> Bool {
    guard argument.utf8.count > 2, argument.hasPrefix("-"), !argument.hasPrefix("--") else {
      return false
    }
    // The value of a numeric option, or `-o=value`.
    return Double(argument) == nil && Array(argument.utf8)[2] != UInt8(ascii: "=")
  }

  /// Returns the message for a request for help on a command or a topic that does not exist.
  private static func help(_ arguments: [String]) -> String? {
    guard arguments.first == HelpPage.command else { return nil }
    var command: any ParsableCommand.Type = ThumbnailStrip.self
    for word in arguments.dropFirst() where !word.hasPrefix("-") {
      if arguments.count == 2, HelpTopic.all.contains(where: { $0.name == word }) { return nil }
      let commands = command.configuration.subcommands
      guard let next = commands.first(where: { $0.configuration.commandName == word }) else {
        return "There is no command and no topic '\(word)'; 'thumbnail-strip help' lists them."
      }
      command = next
    }
    return nil
  }

  /// Returns the message for a word that is neither a command nor an input.
  ///
  /// A word with a dot or a slash is an input, even if it does not exist.
  private static func command(in arguments: [String], _ exists: (String) -> Bool) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
    let all = ThumbnailStrip.configuration.subcommands
    if word == StoreCommand.configuration.commandName, arguments.count > 1 {
      return storeCommand(arguments[1])
    }
    guard !exists(word), word != HelpPage.command, !isName(word, among: all) else { return nil }
    if let suggestion = suggestion(for: word, among: all) {
      return "There is no command and no file '\(word)'; did you mean '\(suggestion)'?"
    }
    // A token stands for a name that is not valid UTF-8, which no command has.
    guard !word.contains(where: { "./\0".contains($0) }) else { return nil }
    return "There is no command and no file '\(word)'; 'thumbnail-strip help' lists the commands."
  }

  /// Returns the message for a word after `store` that is not a command.
  private static func storeCommand(_ word: String) -> String? {
    let all = StoreCommand.configuration.subcommands
    guard !word.hasPrefix("-"), !isName(word, among: all) else { return nil }
    let hint =
      suggestion(for: word, among: all).map { "did you mean 'store \($0)'?" }
      ?? "'thumbnail-strip help store' lists the commands."
    return "There is no command 'store \(word)'; \(hint)"
  }

  private static func isName(
    _ word: String, among commands: [any ParsableCommand.Type]
  ) -> Bool {
    commands.contains { $0.configuration.commandName == word }
  }

  /// Returns the command whose name is close to a word.
  private static func suggestion(
    for word: String, among commands: [any ParsableCommand.Type]
  ) -> String? {
    let names = commands.compactMap { $0.configuration.commandName }
    guard !word.hasPrefix("-"), word.utf8.count > 2, !names.contains(word),
      word != HelpPage.command
    else { return nil }
    let nearest = names.map { ($0, EditDistance.between(word, $0)) }.min { $0.1 < $1.1 }
    return nearest.flatMap { $0.1 <= 2 && $0.1 < $0.0.utf8.count / 2 ? $0.0 : nil }
  }
}

// MARK: - Explanations

extension CommandLineMistake {
  /// Extends a message of the parser where it interprets a word differently than intended.
  ///
  /// - Parameters:
  ///   - message: The message of the parser; its first line is a sentence.
  ///   - arguments: The arguments without the program name.
  /// - Returns: The message, possibly replaced.
  static func explaining(_ message: String, _ arguments: [String]) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let sentence = lines.first else { return message }
    if sentence == "Unexpected argument '-'", arguments.count(where: { $0 == "-" }) > 1 {
      lines[0] = InputOptions.onlyOneStandardInput
    } else if let expectation = expectation(sentence, arguments) {
      lines[0] = "\(sentence): it must be \(expectation)."
    } else if arguments.isEmpty {
      return "\(sentence)\n\n\(HelpText.usage)"
    } else if sentence.hasPrefix("Missing value for '-"), let hint = hint(sentence, arguments) {
      lines[0] = "\(sentence): \(hint)"
    } else {
      return message
    }
    return lines.joined(separator: "\n")
  }

  /// Returns what an option expects, if the sentence is only that its value is invalid.
  private static func expectation(_ sentence: String, _ arguments: [String]) -> String? {
    guard sentence.hasPrefix("The value '"), sentence.hasSuffix("'"),
      let option = sentence.ranges(of: "' is invalid for '").last
    else { return nil }
    let name = sentence[option.upperBound...].prefix { $0 != " " && $0 != "'" }
    // The sizes of thumbnails are in pixels.
    let isWhole = ["--height"].contains(name) && arguments.first == "thumbs"
    return isWhole ? wholeNumber : expectations[String(name)]
  }

  private static let wholeNumber = "a whole number"
  private static let position = "first, last or a number from 1"
  private static let document = "the ID of a document, such as 3 or document-3"
  private static let seconds = "a number of seconds"

  /// The values that options expect, if the parser does not name them.
  private static let expectations = [
    "--document": document, "--into": document,
    "--active": position, "--to": position, "--at": position,
    "--older-than": "a number of days, 0 or more",
    "--moments":
      "1 to \(FrameTimesArgument.limit) ascending times from 0 to 60 seconds, such as 0,0.7,2.9",
    "--pause": seconds, "--quiet-time": seconds,
    "--width": "a number", "--height": "a number", "--scale": "a number",
    "--background": "a color such as #D5D5DA, or one of the names",
    "--fps": wholeNumber, "--color-bits": wholeNumber, "--long-side": wholeNumber,
    "--quality": wholeNumber, "--jobs": wholeNumber, "--by": "a multiple of 90",
  ]

  /// Returns a hint on passing a value that begins like an option.
  private static func hint(_ sentence: String, _ arguments: [String]) -> String? {
    let quoted = sentence.split(separator: "'")
    guard quoted.count > 1, let name = quoted[1].split(separator: " ").first.map(String.init) else {
      return nil
    }
    // A short option may also have a long name.
    let pairs = zip(arguments, arguments.dropFirst())
    guard let value = pairs.first(where: { $0 == name && $1.hasPrefix("-") })?.1 else {
      return arguments.contains(name + "=") ? "there is no value after '='." : nil
    }
    let word = Path("\(name)=\(value)").displayText
    return "'\(Path(value).displayText)' begins like an option; write '\(word)' if it is the value."
  }
}

/// The edit distance between words.
enum EditDistance {
  /// Returns the number of letters to insert, delete, replace or swap with their neighbor.
  ///
  /// This is the restricted Damerau-Levenshtein distance, "optimal string alignment".
  ///
  /// - Complexity: O(m n) for words of m and n bytes.
  static func between(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first.utf8), Array(second.utf8))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}

extension Main {
  /// Parses a command line; its mistakes are reported like all other errors.
  static func command(_ arguments: [String]) throws -> any ParsableCommand {
    if let mistake = CommandLineMistake(
      arguments, exists: { (try? SystemCalls.status(of: Path($0))) != nil })
    {
      throw ValidationError(mistake.message)
    }
    if let topic = helpTopic(arguments) { throw CleanExit.message(topic.text) }
    return try CommandAlone(arguments)?.parsed() ?? ThumbnailStrip.parseAsRoot(arguments)
  }

  private static func helpTopic(_ arguments: [String]) -> HelpTopic? {
    guard arguments.count == 2, arguments[0] == HelpPage.command else { return nil }
    return HelpTopic.all.first { $0.name == arguments[1] }
  }

  /// Reports an error and ends the process with its exit status.
  static func end(with error: any Error) -> Never {
    let prefix = "Error: "
    let message = ThumbnailStrip.fullMessage(for: error)
    let status = ThumbnailStrip.exitCode(for: error)
    if status.isSuccess { end(printing: help(message)) }
    guard message.hasPrefix(prefix) else { ThumbnailStrip.exit(withError: error) }
    let arguments = RawArguments.ofProcess
    let sentence = CommandLineMistake.explaining(
      String(message.dropFirst(prefix.count)), arguments.tokens)
    let text = arguments.displayText(ofMessage: sentence)
    try? SystemCalls.write(Array("thumbnail-strip: \(text)\n".utf8), to: ThisProcess.standardError)
    ThisProcess.endAtOnce(status: status.rawValue)
  }

  /// Returns a help text of the parser in the order in which people read it, other texts as they
  /// are.
  private static func help(_ text: String) -> String {
    guard let page = HelpPage(text) else { return text }
    let words = RawArguments.ofProcess.tokens
    return words.first == HelpPage.command && words.count > 1 ? page.complete : page.short
  }

  /// Prints a help text, a version or a shell completion script, and ends the process.
  private static func end(printing text: String) -> Never {
    do {
      try CommandRun.perform { session in
        if !text.isEmpty { try session.output.write(Array((text + "\n").utf8)) }
      }
    } catch {
      ThisProcess.endAtOnce(status: ThumbnailStrip.exitCode(for: error).rawValue)
    }
    ThisProcess.end(status: 0)
  }
}
