// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The content of standard input where a page or a list of paths is expected.
enum StandardInputContent {
  /// A page, with the bytes read so far.
  case page(start: [UInt8])
  /// A list of paths.
  case list([Path])
  /// The text of a list of locations.
  case locations([UInt8])
  /// Something else, described by the text.
  case other(String)

  // Longer than any signature; a list may be shorter.
  private static let startByteCount = 4_096

  /// The maximum size in bytes of a page from standard input, which is kept in memory.
  static let pageByteCountLimit = 512 << 20

  /// Reads standard input: all of a list, and the start of anything else.
  ///
  /// - Parameter separator: The byte that terminates each path of a list.
  /// - Returns: The content.
  /// - Throws: `SystemError` if it cannot be read.
  static func read(separator: UInt8) throws(SystemError) -> Self {
    var start = try SystemCalls.bytes(
      of: ThisProcess.standardInput, byteCount: FileSignature.byteCount)
    if FileSignature.isPage(start) || FileSignature.isCutPage(start) { return .page(start: start) }
    let more = try SystemCalls.bytes(of: ThisProcess.standardInput, byteCount: startByteCount)
    start += more
    if let kind = kind(of: start, separator: separator) { return .other(kind) }
    if more.count == startByteCount {
      start += try SystemCalls.allBytes(of: ThisProcess.standardInput)
    }
    if separator == UInt8(ascii: "\n"), LocationList.isList(start) { return .locations(start) }
    return .list(
      paths(in: start, separator: separator).map { path in
        withoutCarriageReturn(path, separator: separator) {
          (try? SystemCalls.status(of: $0)) != nil
        }
      })
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Returns the paths of a list.
  ///
  /// A list may have Windows line endings: a byte order mark, and a carriage return before every
  /// line feed. If only some lines end in a carriage return, it belongs to the file name.
  static func paths(in list: [UInt8], separator: UInt8) -> [Path] {
    guard separator == UInt8(ascii: "\n") else {
      return list.split(separator: separator).map { Path(Array($0)) }
    }
    let text = list.starts(with: byteOrderMark) ? list.dropFirst(byteOrderMark.count) : list[...]
    let lines = text.split(separator: separator, omittingEmptySubsequences: false)
    let isOfWindows = lines.count > 1 && lines.dropLast().allSatisfy { $0.last == carriageReturn }
    return lines.map { isOfWindows && $0.last == carriageReturn ? $0.dropLast() : $0 }
      .filter { !$0.isEmpty }.map { Path(Array($0)) }
  }

  /// Returns the file name of a line in a list in which only some lines have Windows endings.
  ///
  /// - Parameters:
  ///   - path: The line.
  ///   - separator: The byte that terminates each path.
  ///   - exists: Returns whether a file with a name exists.
  /// - Returns: The line without its trailing carriage return, if only that file exists.
  static func withoutCarriageReturn(
    _ path: Path, separator: UInt8, exists: (Path) -> Bool
  ) -> Path {
    guard separator == UInt8(ascii: "\n"), path.bytes.last == carriageReturn, !exists(path) else {
      return path
    }
    let line = Path(Array(path.bytes.dropLast()))
    return exists(line) ? line : path
  }

  /// Reads the rest of a page.
  ///
  /// - Parameter start: The bytes that were already read.
  /// - Returns: All bytes.
  /// - Throws: `Problem.usage` if the page is too large to be kept, `.input` if reading fails.
  static func readPage(_ start: [UInt8]) throws(Problem) -> [UInt8] {
    let rest: [UInt8]
    do {
      rest = try SystemCalls.allBytes(of: ThisProcess.standardInput, upTo: pageByteCountLimit)
    } catch {
      throw .input(error)
    }
    guard rest.count < pageByteCountLimit else {
      throw .usage("The page on standard input has more than 512 MiB; give its path instead.")
    }
    return start + rest
  }

  private static let utf16 = "text in UTF-16"

  private static let signatures: [(bytes: [UInt8], kind: String)] = [
    (Array("%PDF".utf8), "a PDF"), (Array("GIF8".utf8), "a GIF"),
    (Array("RIFF".utf8), "a WebP or another RIFF file"), ([0x49, 0x49, 0x2A, 0], "a TIFF"),
    ([0x4D, 0x4D, 0, 0x2A], "a TIFF"), ([0xFF, 0xFE], utf16),
    ([0xFE, 0xFF], utf16),
  ]

  /// Returns the kind of content that begins with some bytes, `nil` if it may be a list of paths.
  static func kind(of start: [UInt8], separator: UInt8) -> String? {
    if let found = signatures.first(where: { start.starts(with: $0.bytes) }) { return found.kind }
    // A PNM signature, such as "P4" and white space, which no path starts with.
    let isImage =
      start.count > 2 && start[0] == UInt8(ascii: "P") && (0x31...0x36).contains(start[1])
      && [0x20, 0x0A].contains(start[2]) && start[3...].contains { (0x30...0x39).contains($0) }
    if isImage, !start.prefix(16).contains(UInt8(ascii: ".")) { return "a PNM image" }
    let isList = separator == 0 || !start.contains(0)
    return isList ? nil : "something else"
  }

  /// Returns the problem to report for content of another kind.
  static func problem(_ kind: String) -> Problem {
    let hint =
      switch kind {
      case "something else": " (-0 is for lists in which NUL ends each path)"
      case utf16: " (which is to be in UTF-8)"
      default: ""
      }
    return .usage("Standard input is \(kind), not a JPEG, a PNG or a list of paths\(hint).")
  }
}
