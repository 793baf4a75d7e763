// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryReplay

/// Says what is wrong with a part of a manifest and what is expected, as the end of a sentence.
enum ManifestMistake {
  /// What the keys of a manifest have.
  private static let expectations = [
    "format": "the text '\(ManifestText.format)'", "version": "a whole number",
    "documents": "a list of documents", "isComplete": "true or false", "title": "a text",
    "pages": "a list of pages", "file": "a text: the path from the folder of the manifest",
    "sha256": "a text of 64 hexadecimal digits", "byteCount": "a whole number",
    "rotation": "0, 90, 180 or 270", "isImage": "true or false", "fileName": "a text",
    "source": "a text", "captured": "a time as 2024-05-01T10:30:00+02:00",
    "metadata": "an object", "fields": "an object of texts",
  ]

  /// What the parts of lists have.
  private static let parts = [
    "documents": "it must be an object with title and pages.",
    "pages": "it must be an object with file and sha256.",
  ]

  /// What a decoder says.
  static func words(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): missing(key.stringValue)
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      unfit(found.codingPath)
    // Of a number with a fraction the decoder says neither the key nor anything that is its own error.
    case nil: "byteCount and rotation must be whole numbers."
    @unknown default: "it cannot be understood."
    }
  }

  /// Returns what is wrong with the manifest as JSON and where, `nil` if nothing is.
  static func syntax(of bytes: [UInt8]) -> String? {
    // The decoder takes a byte order mark too.
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
    // What somebody keeps with a page or a document may be called like anything.
    let isOwn = ["fields", "metadata"].contains(keys.dropLast().last) && !isOfPage(key, keys)
    let name = Path(isOwn ? "\(keys.suffix(2).joined(separator: "."))" : key).displayText
    return "'\(name)' must be \(isOwn ? "a text" : expectations[key] ?? "another value")."
  }

  /// Whether a key is one that the metadata of a page have.
  private static func isOfPage(_ key: String, _ keys: [String]) -> Bool {
    keys.contains("pages") && keys.dropLast().last == "metadata" && expectations[key] != nil
  }
}
