// SPDX-License-Identifier: Apache-2.0

/// The header of a part of a form.
struct MultipartHeader {
  /// The maximum size of the name of a parameter in UTF-8; longer ones have no meaning.
  private static let maximumNameByteCount = 64

  let part: MultipartReader.Part

  /// Parses the lines of a header.
  ///
  /// - Throws: `Problem` unless it names a field, and if it contains NUL, which no file name may have.
  init(_ text: String) throws(Problem) {
    guard !PercentDecoding.hasNUL(text) else {
      throw .malformed("The header of a part contains the character NUL.")
    }
    let prefix = "content-disposition:"
    let lines = text.split(separator: "\r\n")
    guard let line = lines.first(where: { $0.lowercased().hasPrefix(prefix) }) else {
      throw .malformed("A part of the form has no name.")
    }
    let parameters = Self.parameters(line.dropFirst(prefix.count))
    guard let name = parameters["name"] else {
      throw .malformed("A part of the form has no name.")
    }
    part = MultipartReader.Part(name: name, fileName: parameters["filename"])
  }

  /// Returns the boundary that the type of a body names, `nil` if it is not a form with parts.
  static func boundary(of contentType: String?) -> String? {
    guard let contentType, contentType.lowercased().hasPrefix("multipart/form-data;") else {
      return nil
    }
    let boundary = parameters(contentType[...])["boundary"]
    return boundary.flatMap { (1...70).contains($0.utf8.count) ? $0 : nil }
  }

  /// Parses the parameters behind the first semicolon.
  private static func parameters(_ text: Substring) -> [String: String] {
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

  /// Removes and returns a value; browsers escape three characters in quoted ones.
  private static func value(_ rest: inout Substring) -> String {
    guard rest.first == "\"" else {
      let token = rest.prefix { $0 != ";" && $0 != " " }
      rest = rest[token.endIndex...]
      return String(token)
    }
    let quoted = rest.dropFirst().prefix { $0 != "\"" }
    rest = rest[quoted.endIndex...].dropFirst()
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
