// SPDX-License-Identifier: Apache-2.0

/// The usage of a command, which the parser prints in one line of any length.
struct UsageLine {
  private static let columns = 80
  private static let title = "USAGE:"

  /// The words and the bracketed arguments.
  private let parts: [String]

  /// - Parameter text: The usage without its title, such as `info [<input> ...] [--json]`.
  init(_ text: some StringProtocol) {
    var parts: [String] = []
    var depth = 0
    for word in text.split(separator: " ") {
      let isValue = word.first == "<" && parts.last?.hasPrefix("--") ?? false
      if depth > 0 || isValue, let last = parts.popLast() {
        parts.append("\(last) \(word)")
      } else {
        parts.append(String(word))
      }
      depth += word.count { $0 == "[" } - word.count { $0 == "]" }
    }
    self.parts = parts
  }

  /// The usage with its title; further lines are indented.
  var wrapped: String {
    var lines = [Self.title]
    for part in parts {
      let line = lines[lines.count - 1]
      if line.count + 1 + part.count > Self.columns {
        lines.append(String(repeating: " ", count: Self.title.count) + " " + part)
      } else {
        lines[lines.count - 1] = "\(line) \(part)"
      }
    }
    return lines.joined(separator: "\n")
  }
}
