// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryReplay

/// The descriptions of mistakes in a manifest: what is wrong and what is expected, as the end of a
/// sentence.
enum ManifestMistake {
  /// The expected values of the keys.
  private static let expectations = [
    "format": "the text '\(ManifestText.format)'", "version": "a whole number",
    "documents": "a list of documents", "isComplete": "true or false", "title": "a text",
    "pages": "a list of pages", "file": "a text: the path relative to the folder of the manifest",
    "sha256": "a text of 64 hexadecimal digits", "byteCount": "a whole number",
    "rotation": "0, 90, 180 or 270", "isImage": "true or false", "fileName": "a text",
    "source": "a text", "captured": "a time as 2024-05-01T10:30:00+02:00",
    "metadata": "an object", "fields": "an object of texts",
  ]

  /// The expected elements of lists.
  private static let parts = [
    "documents": "it must be an object with title and pages.",
    "pages": "it must be an object with file and sha256.",
  ]

  /// Returns the description of a decoder's error.
  static func words(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): missing(key.stringValue)
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      unfit(found.codingPath)
    // For a number with a fraction and for a text that is not Unicode, the decoder throws an error that is
    // not a `DecodingError` and has no key.
    case nil: "byteCount and rotation must be whole numbers, and all texts valid UTF-8."
    @unknown default: "it cannot be understood."
    }
  }

  /// Returns the description and position of a JSON syntax error, `nil` if there is none.
  static func syntax(of bytes: [UInt8]) -> String? {
    // The decoder accepts a byte order mark too.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    do throws(ScriptMistake) {
      try JSONSyntax.checkText(text)
      return nil
    } catch {
      return error.sentence
    }
  }

  private static func missing(_ key: String) -> String {
    "'\(key)' is missing" + (expectations[key].map { "; it must be \($0)." } ?? ".")
  }

  private static func unfit(_ path: [any CodingKey]) -> String {
    let keys = path.filter { $0.intValue == nil }.map(\.stringValue)
    guard let key = keys.last else {
      return "it must be an object with format, version and documents."
    }
    if path.last?.intValue != nil, let words = parts[key] { return words }
    // User-defined metadata of a page or a document can have any keys.
    let isOwn = ["fields", "metadata"].contains(keys.dropLast().last) && !isOfPage(key, keys)
    let name = Path(isOwn ? "\(keys.suffix(2).joined(separator: "."))" : key).displayText
    return "'\(name)' must be \(isOwn ? "a text" : expectations[key] ?? "another value")."
  }

  /// Whether a key belongs to the metadata of a page.
  private static func isOfPage(_ key: String, _ keys: [String]) -> Bool {
    keys.contains("pages") && keys.dropLast().last == "metadata" && expectations[key] != nil
  }
}
