// SPDX-License-Identifier: Apache-2.0

/// The entity tags of `If-Match` and `If-None-Match` (RFC 9110, 8.8.3).
struct EntityTagList: Sendable {
  /// A tag with its quotation marks.
  struct Tag: Hashable, Sendable {
    var isWeak: Bool
    var text: Substring
  }

  /// The tags, `nil` for `*`.
  let tags: [Tag]?

  /// Parses a field value; `nil` if it breaks the syntax.
  init?(_ field: String) {
    let text = field.drop { $0 == " " || $0 == "\t" }
    if text.prefix(1) == "*", text.dropFirst().allSatisfy({ $0 == " " || $0 == "\t" }) {
      tags = nil
      return
    }
    var tags: [Tag] = []
    var rest = Self.skipSeparators(text)
    while !rest.isEmpty {
      guard let tag = Self.takeTag(&rest) else { return nil }
      tags.append(tag)
      let next = Self.skipSeparators(rest)
      guard next.isEmpty || rest[..<next.startIndex].contains(",") else { return nil }
      rest = next
    }
    guard !tags.isEmpty else { return nil }
    self.tags = tags
  }

  /// Skips commas, of which empty elements of a list have more (RFC 9110, 5.6.1.2), spaces and tabs.
  private static func skipSeparators(_ text: Substring) -> Substring {
    text.drop { $0 == "," || $0 == " " || $0 == "\t" }
  }

  private static func takeTag(_ rest: inout Substring) -> Tag? {
    let isWeak = rest.hasPrefix("W/")
    if isWeak { rest = rest.dropFirst(2) }
    guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
    let text = rest[...end]
    rest = rest[rest.index(after: end)...]
    return Tag(isWeak: isWeak, text: text)
  }

  /// Whether one of the tags is an expected one: only strong tags, for `If-Match`.
  func matchesStrongly(_ isExpected: (Substring) -> Bool) -> Bool {
    guard let tags else { return true }
    return tags.contains { !$0.isWeak && isExpected($0.text) }
  }

  /// Whether one of the tags is the given one, weak or strong, for `If-None-Match`.
  func matchesWeakly(_ tag: String) -> Bool {
    guard let tags else { return true }
    return tags.contains { $0.text == tag }
  }
}
