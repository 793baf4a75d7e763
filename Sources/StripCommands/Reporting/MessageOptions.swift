// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The arguments that control the messages of a command.
struct MessageOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Print only errors and requested output.")
  var quiet = false

  @Flag(help: "Show no progress line.")
  var noProgress = false

  /// The kinds of messages that a command may print.
  var messages: MessageKinds { MessageKinds(isQuiet: quiet, showsProgress: !quiet && !noProgress) }
}

/// The kinds of messages that a command may print in addition to errors and its product.
struct MessageKinds: Hashable, Sendable {
  /// Whether summaries, notes and the names of created files are suppressed.
  var isQuiet = false

  /// Whether a progress line is shown, provided standard error is a terminal that can erase lines.
  var showsProgress = true
}
