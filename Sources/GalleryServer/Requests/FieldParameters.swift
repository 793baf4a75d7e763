// SPDX-License-Identifier: Apache-2.0

/// The parameters of a field value in the form of browsers, such as `form-data; name="a"`.
///
/// A backslash in a quoted value is itself, and quotes have one of the three escapes of forms.
enum FieldParameters {
  /// The maximum size of the name of a parameter in UTF-8; longer ones have no meaning.
  private static let maximumNameByteCount = 64

  /// Parses the parameters behind the first semicolon.
  ///
  /// - Parameter text: The value of the field.
  /// - Returns: The values by name in lower case; of repeated ones, the last one counts.
  static func parse(_ text: Substring) -> [String: String] {
    var parameters: [String: String] = [:]
    var rest = text.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop { $0 == " " }
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[name.endIndex...].dropFirst()
      let value = value(&rest)
      if name.utf8.count <= maximumNameByteCount { parameters[name.lowercased()] = value }
      rest = rest.drop { $0 != ";" }
    }
    return parameters
  }

  /// Removes and returns a value.
  private static func value(_ rest: inout Substring) -> String {
    guard rest.first == "\"" else {
      let token = rest.prefix { $0 != ";" && $0 != " " }
      rest = rest[token.endIndex...]
      return String(token)
    }
    let quoted = rest.dropFirst().prefix { $0 != "\"" }
    rest = rest[quoted.endIndex...].dropFirst()
    return unescaped(quoted)
  }

  private static func unescaped(_ quoted: Substring) -> String {
    var value = ""
    var unread = quoted
    while let character = unread.first {
      let escape = ["%22": "\"", "%0D": "\r", "%0A": "\n"].first { unread.hasPrefix($0.key) }
      value += escape?.value ?? String(character)
      unread = unread.dropFirst(escape?.key.count ?? 1)
    }
    return value
  }
}
