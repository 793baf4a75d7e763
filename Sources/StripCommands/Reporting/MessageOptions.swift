// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The arguments that say how much a command tells while it works.
struct MessageOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Print errors and what was asked for, but no summaries, notes or progress.")
  var quiet = false

  @Flag(help: "Show no line on the terminal about how far the work is.")
  var noProgress = false

  /// What a command may print.
  var messages: Messages { Messages(isQuiet: quiet, showsProgress: !quiet && !noProgress) }
}

/// What a command may print besides errors and its product.
struct Messages: Hashable, Sendable {
  /// Whether there are no summaries, no notes, and no names of what was made.
  var isQuiet = false

  /// Whether a line shows how far the work is, where standard error is a terminal that can erase lines.
  var showsProgress = true
}
