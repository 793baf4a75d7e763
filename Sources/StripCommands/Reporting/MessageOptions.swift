// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The arguments that control the messages of a command.
struct MessageOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Print errors and what was asked for, but no summaries, notes or progress.")
  var quiet = false

  @Flag(help: "Show no line on the terminal about how far the work is.")
  var noProgress = false

  /// The kinds of messages that a command may print.
  var messages: Messages { Messages(isQuiet: quiet, showsProgress: !quiet && !noProgress) }
}

/// The kinds of messages that a command may print in addition to errors and its product.
struct Messages: Hashable, Sendable {
  /// Whether summaries, notes and the names of created files are suppressed.
  var isQuiet = false

  /// Whether a progress line is shown, provided standard error is a terminal that can erase lines.
  var showsProgress = true
}
