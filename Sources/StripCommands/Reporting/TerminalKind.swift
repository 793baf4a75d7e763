// SPDX-License-Identifier: Apache-2.0

/// The properties of the terminal and the user's preferences, from the environment.
enum TerminalKind {
  /// Whether the terminal has no escape sequences: `TERM` is "dumb".
  static let isDumb = ThisProcess.environment("TERM") == Array("dumb".utf8)

  /// Whether colors are disabled: `NO_COLOR` has a value, see https://no-color.org.
  static let hasNoColors = ThisProcess.environment("NO_COLOR") != nil
}
