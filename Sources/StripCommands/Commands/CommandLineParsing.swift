// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Mistakes of a command line that the parser would take for something else.
struct CommandLineMistake: Error {
  /// One sentence.
  let message: String

  /// Finds a mistake.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - exists: Whether there is a file of a name.
  init?(_ arguments: [String], exists: (String) -> Bool) {
    guard let message = Self.file(in: arguments) ?? Self.command(in: arguments, exists) else {
      return nil
    }
    self.message = message
  }

  /// A file that looks like options of one letter, of which `-h` would be among the letters.
  private static func file(in arguments: [String]) -> String? {
    let options = Array(arguments.prefix { $0 != "--" })
    for (index, word) in options.enumerated() where isFileLikeOption(word) {
      let option = index > 0 ? options[index - 1] : ""
      guard option.hasPrefix("--"), !option.contains("=") else {
        return "There is no option '\(word)'; write './\(word)' for a file of that name."
      }
      // A list of numbers, which the option itself judges.
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
    // The value of an option that takes numbers, or `-o=value`.
    return Double(argument) == nil && Array(argument.utf8)[2] != UInt8(ascii: "=")
  }

  /// A word that is neither a command nor a file, and almost a command.
  private static func command(in arguments: [String], _ exists: (String) -> Bool) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
    let all = ThumbnailStrip.configuration.subcommands
    if word == StoreCommand.configuration.commandName, arguments.count > 1 {
      let name = arguments[1]
      return suggestion(for: name, among: StoreCommand.configuration.subcommands).map {
        "There is no command 'store \(name)'; did you mean 'store \($0)'?"
      }
    }
    guard let suggestion = suggestion(for: word, among: all), !exists(word) else { return nil }
    return "There is no command and no file '\(word)'; did you mean '\(suggestion)'?"
  }

  /// Returns the command whose name a word almost is.
  private static func suggestion(
    for word: String, among commands: [any ParsableCommand.Type]
  ) -> String? {
    let names = commands.compactMap { $0.configuration.commandName }
    guard !word.hasPrefix("-"), word.utf8.count > 2, !names.contains(word), word != "help" else {
      return nil
    }
    let nearest = names.map { ($0, EditDistance.between(word, $0)) }.min { $0.1 < $1.1 }
    return nearest.flatMap { $0.1 <= 2 && $0.1 < $0.0.utf8.count / 2 ? $0.0 : nil }
  }
}

/// How many letters two words differ in.
enum EditDistance {
  /// Returns the number of letters to be added, removed, changed or swapped with their neighbor.
  ///
  /// The distance of Damerau in its restricted form, "optimal string alignment".
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
  /// Parses a command line; its mistakes read like all other errors.
  static func command(_ arguments: [String]) throws -> any ParsableCommand {
    if let mistake = CommandLineMistake(
      arguments, exists: { (try? System.status(of: Path($0))) != nil })
    {
      throw ValidationError(mistake.message)
    }
    return try ThumbnailStrip.parseAsRoot(arguments)
  }

  /// Ends the process with the status of an error, and says what is wrong.
  static func end(with error: any Error) -> Never {
    let prefix = "Error: "
    let message = ThumbnailStrip.fullMessage(for: error)
    guard !ThumbnailStrip.exitCode(for: error).isSuccess, message.hasPrefix(prefix) else {
      ThumbnailStrip.exit(withError: error)
    }
    let line = "thumbnail-strip: " + message.dropFirst(prefix.count) + "\n"
    try? System.write(Array(line.utf8), to: System.standardError)
    System.endAtOnce(status: ThumbnailStrip.exitCode(for: error).rawValue)
  }
}
