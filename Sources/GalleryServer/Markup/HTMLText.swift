// SPDX-License-Identifier: Apache-2.0

/// A piece of HTML, in which every inserted text is escaped.
///
/// Text enters only through interpolation, which escapes it, so that titles and file names cannot
/// become markup.
struct HTMLText: Sendable, ExpressibleByStringInterpolation {
  /// The markup.
  private(set) var markup: String

  init(stringLiteral value: String) { markup = value }

  init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

  static func + (first: Self, second: Self) -> Self {
    var sum = first
    sum.markup += second.markup
    return sum
  }

  /// The pieces of a list, one after the other.
  static func list(_ pieces: some Sequence<HTMLText>) -> Self {
    pieces.reduce("") { $0 + $1 }
  }

  /// A whole page of the server.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - frame: The styles and scripts.
  ///   - content: The elements of the body.
  /// - Returns: The page.
  static func page(title: String, in frame: PageFrame, _ content: HTMLText) -> Self {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>\(title)</title>
    \(frame.links)</head>
    <body\(frame.attributes)>
    \(frame.earlyElement)\(content)
    </body>
    </html>

    """
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { markup += literal }

    mutating func appendInterpolation(_ text: String) { markup += escaped(text) }

    mutating func appendInterpolation(_ number: some BinaryInteger) { markup += "\(number)" }

    mutating func appendInterpolation(_ piece: HTMLText) { markup += piece.markup }

    /// Replaces all characters that end a text or an attribute, and those that HTML forbids.
    private func escaped(_ text: String) -> String {
      var result = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        case "\t", "\n", " "..."~", "\u{A0}"...: result.unicodeScalars.append(scalar)
        default: result += "\u{FFFD}"
        }
      }
      return result
    }
  }
}
