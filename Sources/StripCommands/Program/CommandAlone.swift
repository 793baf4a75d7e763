// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The command that the first words of a command line name, with what follows them.
///
/// The parser prepares the options of each command that it knows, and scripts call a command once per page. One that is
/// parsed without all others starts in a fraction of the time.
struct CommandAlone {
  let type: any ParsableCommand.Type

  /// The arguments after the words that name the command.
  let arguments: ArraySlice<String>

  /// Finds the command, that of a command line that names none if there is one; `nil` for `store` without a further word
  /// and for `help`.
  ///
  /// - Parameter arguments: The arguments without the program name.
  init?(_ arguments: [String]) {
    var type: any ParsableCommand.Type = ThumbnailStrip.self
    var rest = arguments[...]
    while let word = rest.first, let next = type.subcommand(named: word) {
      type = next
      rest.removeFirst()
    }
    if let usual = type.configuration.defaultSubcommand, rest.first != HelpPage.command {
      type = usual
    }
    guard type.configuration.subcommands.isEmpty else { return nil }
    self.type = type
    self.arguments = rest
  }

  /// Parses the arguments.
  ///
  /// - Returns: `nil` for a mistake or a request for help. Both are left to the parser of all commands, which knows how
  ///   they are called.
  func parsed() -> (any ParsableCommand)? {
    guard let command = try? type.parseAsRoot(Array(arguments)) else { return nil }
    return Swift.type(of: command) == type ? command : nil
  }
}

extension ParsableCommand {
  fileprivate static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.configuration.commandName == name }
  }
}
