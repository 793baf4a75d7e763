// SPDX-License-Identifier: Apache-2.0

/// A section of a help text: a title in capitals and the lines below it.
struct HelpSection: Hashable, Sendable {
  /// The title of the section that `--help` shows too.
  static let examples = "EXAMPLES"

  /// The title, without a colon.
  let title: String

  private let lines: [Substring]

  /// Returns the sections of a help text.
  ///
  /// - Parameter text: A text that starts with a title. A title is a line in capitals.
  /// - Returns: The sections in their order.
  static func sections(of text: String) -> [HelpSection] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let starts = lines.indices.filter { isTitle(lines[$0]) }
    return starts.enumerated().map { number, start in
      let end = number + 1 < starts.count ? starts[number + 1] : lines.endIndex
      var body = lines[(start + 1)..<end]
      while body.last?.isEmpty ?? false { body.removeLast() }
      return HelpSection(title: String(lines[start]), lines: Array(body))
    }
  }

  private static func isTitle(_ line: Substring) -> Bool {
    line.first?.isUppercase ?? false && !line.contains(where: \.isLowercase)
  }

  /// The section as it is printed, with the titles of the argument parser.
  var text: String { ([title[...] + ":"] + lines).joined(separator: "\n") }
}
