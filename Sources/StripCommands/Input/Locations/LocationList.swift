// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryReplay

/// A list of pages as JSON Lines: on each line an object with a location, and what the page is called.
///
///     {"location": "s3://scans/2024/a.jpg", "name": "2024-a"}
///
/// A `path` may be there instead of a location, as in the output of `info --json`. Other keys are ignored.
enum LocationList {
  /// A line of the list.
  struct Entry: Sendable {
    let location: PageLocation
    /// What an output for the page is called, without an extension; `nil` for the name of the page.
    let name: Path?
  }

  private struct Text: Decodable {
    let location: String?
    let path: String?
    let name: String?
    let error: ReportedError?

    var namesPage: Bool { location != nil || path != nil }
  }

  /// What `info` reports of a page instead of facts.
  private struct ReportedError: Decodable {
    let message: String?
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let whiteSpace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

  /// Returns whether a text is such a list and not one of paths: it begins with a brace, or has a line that names a page
  /// in this way.
  ///
  /// A path that begins with a brace can be written with `./` before it.
  static func isList(_ text: [UInt8]) -> Bool {
    let text = withoutMark(text)
    guard !isObject(text) else { return true }
    return text.split(separator: UInt8(ascii: "\n")).contains { line in
      isObject(line) && (try? JSONDecoder().decode(Text.self, from: Data(line)))?.namesPage == true
    }
  }

  private static func isObject(_ text: ArraySlice<UInt8>) -> Bool {
    text.first { !whiteSpace.contains($0) } == UInt8(ascii: "{")
  }

  /// Reads a list.
  ///
  /// - Parameter text: The lines; empty ones are skipped.
  /// - Returns: For each line that is not empty its number, from 1, and what it says.
  static func entries(
    in text: [UInt8]
  ) -> [(line: Int, entry: Result<Entry, LocationMistake>)] {
    withoutMark(text).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().compactMap { index, line in
        guard !line.allSatisfy(whiteSpace.contains) else { return nil }
        return (index + 1, Result { () throws(LocationMistake) in try entry(line) })
      }
  }

  private static func withoutMark(_ text: [UInt8]) -> ArraySlice<UInt8> {
    text.starts(with: byteOrderMark) ? text.dropFirst(byteOrderMark.count) : text[...]
  }

  private static func entry(_ line: ArraySlice<UInt8>) throws(LocationMistake) -> Entry {
    do {
      try JSONSyntax.check(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    } catch {
      throw LocationMistake(error.sentence)
    }
    guard let text = try? JSONDecoder().decode(Text.self, from: Data(line)) else {
      throw LocationMistake("The line is not an object whose location, path and name are strings.")
    }
    return Entry(location: try location(text), name: try text.name.map(name))
  }

  private static func location(_ text: Text) throws(LocationMistake) -> PageLocation {
    if let error = text.error {
      let page = (text.path ?? text.location).map { " of '\($0)'" } ?? ""
      let message = error.message.map { ": \($0)" } ?? "."
      throw LocationMistake("The line reports an error\(page)\(message)")
    }
    if let location = text.location { return try PageLocation(location) }
    guard let path = text.path, !path.isEmpty else {
      throw LocationMistake("The line has neither a location nor a path.")
    }
    guard !path.hasPrefix("s3://") else { return try PageLocation(path) }
    guard !path.utf8.contains(0) else { throw LocationMistake("The path contains a NUL.") }
    // A file of that name, not standard input.
    return .file(Path(path == "-" ? "./-" : path))
  }

  private static func name(_ text: String) throws(LocationMistake) -> Path {
    guard !text.isEmpty, !text.utf8.contains(0), !text.utf8.contains(UInt8(ascii: "/")) else {
      throw LocationMistake("The name '\(text)' is empty, or contains a slash or a NUL.")
    }
    return Path(text)
  }
}
