// SPDX-License-Identifier: Apache-2.0

/// What the environment tells about the terminal, and about the wishes of who sits there.
enum TerminalKind {
  /// Whether the terminal knows no escape sequences: `TERM` is "dumb".
  static let isDumb = System.environment("TERM") == Array("dumb".utf8)

  /// Whether there are to be no colors: `NO_COLOR` has a value, see https://no-color.org.
  static let hasNoColors = System.environment("NO_COLOR") != nil
}
