// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  /// The parts of XML responses that are needed: the texts of elements without attributes.
  enum ObjectList {
    /// Returns whether a response is a list of objects, as a whole.
    static func isList(_ xml: String) -> Bool {
      xml.contains("<ListBucketResult") && xml.contains("</ListBucketResult>")
    }

    /// Returns the keys of a list of objects (`ListBucketResult`).
    static func keys(in xml: String) -> [String] {
      var keys: [String] = []
      var rest = Substring(xml)
      while let contents = next("Contents", in: &rest) {
        var part = contents
        if let key = next("Key", in: &part) { keys.append(decoded(key)) }
      }
      return keys
    }

    /// Returns the text of the first element of a name.
    static func text(of name: String, in xml: String) -> String? {
      var rest = Substring(xml)
      return next(name, in: &rest).map(decoded)
    }

    /// Returns the content of the next element of a name, and moves behind it.
    private static func next(_ name: String, in rest: inout Substring) -> Substring? {
      guard let start = rest.firstRange(of: "<\(name)>"),
        let end = rest[start.upperBound...].firstRange(of: "</\(name)>")
      else { return nil }
      defer { rest = rest[end.upperBound...] }
      return rest[start.upperBound..<end.lowerBound]
    }

    private static let entities = [
      "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "amp": "&",
    ]

    /// Returns a text as the content of an element.
    static func encoded(_ text: String) -> String {
      text.map { character in
        entities.first { $0.value == String(character) }.map { "&\($0.key);" } ?? String(character)
      }.joined()
    }

    /// Replaces entities; an unknown one stays as it is.
    private static func decoded(_ text: Substring) -> String {
      var (result, rest) = ("", text)
      while let start = rest.firstIndex(of: "&") {
        result += rest[..<start]
        rest = rest[start...]
        guard let end = rest.firstIndex(of: ";") else { break }
        let name = String(rest[rest.index(after: start)..<end])
        guard let character = entities[name] ?? numbered(name) else {
          result += "&"
          rest = rest.dropFirst()
          continue
        }
        result += character
        rest = rest[rest.index(after: end)...]
      }
      return result + rest
    }

    private static func numbered(_ name: String) -> String? {
      let code =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      return code.flatMap(Unicode.Scalar.init).map { String($0) }
    }
  }
#endif
