// SPDX-License-Identifier: Apache-2.0

/// Looks at the files of a watched folder.
struct WatchedFolder {
  let path: Path

  // What scanners, browsers and copying programs call a file that is not complete.
  private static let unfinishedEndings: Set = [
    "part", "partial", "tmp", "temp", "crdownload", "download", "filepart", "swp",
  ]

  /// Whether a name may be that of a page; hidden and unfinished files have others.
  static func isCandidate(_ name: [UInt8]) -> Bool {
    guard let first = name.first, first != UInt8(ascii: "."), name.last != UInt8(ascii: "~") else {
      return false
    }
    return !unfinishedEndings.contains(Path(name).lowercasedExtension)
  }

  /// The names of files that may be pages, in the order in which people count.
  func names() throws(SystemError) -> [[UInt8]] {
    try System.entries(of: path)
      .filter { $0.kind != .folder && $0.kind != .other && Self.isCandidate($0.name) }
      .map(\.name).sorted(by: NaturalOrder.areInIncreasingOrder)
  }

  /// The path of a file.
  func file(_ name: [UInt8]) -> Path { path.appending(name) }

  /// Returns how a file looks, `nil` if it is gone or is no file.
  func look(at name: [UInt8]) -> WatchedFiles.Look? {
    guard let status = try? System.status(of: file(name)), status.isRegular else { return nil }
    return WatchedFiles.Look(
      identity: status.identity, byteCount: status.byteCount, modified: status.modified)
  }

  /// Returns whether a file ends like an image; not if it cannot be read.
  func hasEnd(_ name: [UInt8], _ look: WatchedFiles.Look) -> Bool {
    guard look.byteCount > ImageEnd.byteCount, let opened = try? System.open(file(name)) else {
      return false
    }
    defer { try? System.close(opened) }
    guard let start = try? System.read(opened, count: FileSignature.byteCount),
      let end = try? System.read(
        opened, count: ImageEnd.byteCount, at: look.byteCount - ImageEnd.byteCount)
    else { return false }
    return ImageEnd.isPresent(start: start, end: end)
  }

  /// Returns what is to be seen of a file, `nil` if it is gone or is no file.
  func sight(of name: [UInt8], isClosed: Bool) -> WatchedFiles.Sight? {
    guard let look = look(at: name) else { return nil }
    return WatchedFiles.Sight(
      look: look, hasEnd: hasEnd(name, look), isClosed: isClosed,
      age: .nanoseconds(System.currentTime - look.modified))
  }
}
