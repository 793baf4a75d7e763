// SPDX-License-Identifier: Apache-2.0

/// The parameters of the field `Content-Disposition`, read strictly: RFC 6266, 4.1.
///
/// A value without quotes may have any visible characters, because programs send file names so.
struct DispositionParameters {
  private var rest: Substring
  private(set) var values: [String: String] = [:]

  /// Parses a field; `nil` unless it is a type and parameters of the form `name=value`, each once.
  init?(_ field: String) {
    rest = field[...]
    skipBlanks()
    guard !takeName().isEmpty else { return nil }
    skipBlanks()
    while !rest.isEmpty {
      guard take(";"), addParameter() else { return nil }
      skipBlanks()
    }
  }

  private mutating func addParameter() -> Bool {
    skipBlanks()
    let name = takeName().lowercased()
    skipBlanks()
    guard !name.isEmpty, take("=") else { return false }
    skipBlanks()
    guard let value = takeValue() else { return false }
    return values.updateValue(value, forKey: name) == nil
  }

  private mutating func takeName() -> Substring {
    let name = rest.prefix { $0.utf8.allSatisfy(\.isTokenByte) }
    rest = rest[name.endIndex...]
    return name
  }

  private mutating func takeValue() -> String? {
    if take("\"") { return takeQuotedText() }
    let value = rest.prefix { !" \t;\"".contains($0) }
    rest = rest[value.endIndex...]
    return value.isEmpty ? nil : String(value)
  }

  /// Takes a text to its closing quote, `nil` without one.
  ///
  /// A backslash quotes a quote or another backslash, which is all that it should be sent for (RFC 9110,
  /// 5.6.4). Before anything else it is itself: programs send paths of Windows without quoting.
  private mutating func takeQuotedText() -> String? {
    var text = ""
    while let character = rest.popFirst() {
      if character == "\"" { return text }
      let isQuoting = character == "\\" && (rest.first == "\"" || rest.first == "\\")
      text.append(isQuoting ? rest.removeFirst() : character)
    }
    return nil
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }
}
