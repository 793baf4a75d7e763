// SPDX-License-Identifier: Apache-2.0

/// The text of a script or style without comments, indentation and empty lines, which only readers of the
/// source need.
///
/// Names, strings and the order of lines stay. The first line stays: it is the license.
struct CompactSource {
  /// The compact text.
  private(set) var text = ""

  /// The character that ends the string in which the scanner is, `nil` outside of strings.
  private var quote: Character?

  private var isInComment = false

  /// Whether `//` begins a comment, as in scripts.
  private let hasLineComments: Bool

  /// Compacts a script or a style.
  init(_ source: String, hasLineComments: Bool) {
    self.hasLineComments = hasLineComments
    for (number, line) in source.split(separator: "\n").enumerated() {
      let kept = number == 0 ? String(line) : remainder(of: line)
      if !kept.isEmpty { text += kept + "\n" }
    }
  }

  /// Returns what stays of a line.
  private mutating func remainder(of line: Substring) -> String {
    // Only a template goes on in the next line, and its spaces count.
    let isInTemplate = quote == "`"
    if !isInTemplate { quote = nil }
    var kept = ""
    var rest = isInTemplate ? line : line.drop { $0 == " " }
    while let next = rest.first {
      if isInComment {
        guard let end = rest.firstRange(of: "*/") else { break }
        isInComment = false
        rest = rest[end.upperBound...].drop { $0 == " " }
      } else if quote == nil, rest.hasPrefix("/*"), kept.last != "\\" {
        isInComment = true
        rest = rest.dropFirst(2)
      } else if quote == nil, isLineComment(rest, after: kept) {
        break
      } else {
        take(next, from: &rest, into: &kept)
      }
    }
    return quote == "`" ? kept : Self.withoutSpacesAtEnd(kept)
  }

  /// Returns whether a comment begins: at the beginning of a line, or between spaces, so that it is no part of
  /// a regular expression.
  private func isLineComment(_ rest: Substring, after kept: String) -> Bool {
    hasLineComments && rest.hasPrefix("//")
      && (kept.isEmpty || (kept.last == " " && rest.hasPrefix("// ")))
  }

  /// Takes one character, or two after a backslash.
  private mutating func take(
    _ next: Character, from rest: inout Substring, into kept: inout String
  ) {
    kept.append(next)
    rest = rest.dropFirst()
    if next == "\\", let escaped = rest.first {
      kept.append(escaped)
      rest = rest.dropFirst()
    } else if next == quote {
      quote = nil
    } else if quote == nil, next == "\"" || next == "'" || next == "`" {
      quote = next
    }
  }

  private static func withoutSpacesAtEnd(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
