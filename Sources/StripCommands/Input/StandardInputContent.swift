// SPDX-License-Identifier: Apache-2.0

/// What standard input turns out to be where a page or a list of paths is expected.
enum StandardInputContent {
  /// A page, of which the first bytes were read.
  case page(start: [UInt8])
  /// A list of paths.
  case list([Path])
  /// Something else; the words say what.
  case other(String)

  // Longer than any signature; a list may be shorter.
  private static let startByteCount = 4_096

  /// The largest page that is taken from standard input where it is kept in memory, in bytes.
  static let pageByteCountLimit = 512 << 20

  /// Reads standard input: all of a list, and the start of anything else.
  ///
  /// - Parameter separator: The byte behind each path of a list.
  /// - Returns: What it is.
  /// - Throws: `SystemError` if it cannot be read.
  static func read(separator: UInt8) throws(SystemError) -> Self {
    var start = try System.read(System.standardInput, count: FileSignature.byteCount)
    if FileSignature.isPage(start) { return .page(start: start) }
    let more = try System.read(System.standardInput, count: startByteCount)
    start += more
    if let kind = kind(of: start, separator: separator) { return .other(kind) }
    if more.count == startByteCount { start += try System.readAll(System.standardInput) }
    return .list(start.split(separator: separator).map { Path(Array($0)) })
  }

  /// Reads the rest of a page.
  ///
  /// - Parameter start: The bytes that were read.
  /// - Returns: All bytes.
  /// - Throws: `Problem.usage` if there are too many to be kept, `.input`.
  static func readPage(_ start: [UInt8]) throws(Problem) -> [UInt8] {
    let rest: [UInt8]
    do {
      rest = try System.read(System.standardInput, upTo: pageByteCountLimit)
    } catch {
      throw .input(error)
    }
    guard rest.count < pageByteCountLimit else {
      throw .usage("The page on standard input has more than 512 MiB; name its file instead.")
    }
    return start + rest
  }

  private static let signatures: [(bytes: [UInt8], kind: String)] = [
    (Array("%PDF".utf8), "a PDF"), (Array("GIF8".utf8), "a GIF"),
    (Array("RIFF".utf8), "a WebP or another RIFF file"), ([0x49, 0x49, 0x2A, 0], "a TIFF"),
    ([0x4D, 0x4D, 0, 0x2A], "a TIFF"),
  ]

  /// What begins with some bytes, `nil` if it may be a list of paths.
  static func kind(of start: [UInt8], separator: UInt8) -> String? {
    if let found = signatures.first(where: { start.starts(with: $0.bytes) }) { return found.kind }
    // "P4" and white space, as no path has it.
    let isImage =
      start.count > 2 && start[0] == UInt8(ascii: "P") && (0x31...0x36).contains(start[1])
      && [0x20, 0x0A].contains(start[2]) && start[3...].contains { (0x30...0x39).contains($0) }
    if isImage, !start.prefix(16).contains(UInt8(ascii: ".")) { return "a PNM image" }
    let isList = separator == 0 || !start.contains(0)
    return isList ? nil : "something else"
  }

  /// What is wrong with something else.
  static func problem(_ kind: String) -> PathProblem {
    let hint = kind == "something else" ? " (-0 is for lists in which NUL ends each path)" : ""
    return PathProblem(
      problem: .usage("Standard input is \(kind), not a JPEG, a PNG or a list of paths\(hint)."),
      path: InputOptions.standardInput)
  }
}
