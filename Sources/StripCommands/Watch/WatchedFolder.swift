// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The files of a watched folder, identified by their paths in it.
struct WatchedFolder: Sendable {
  let path: Path

  /// Whether the files of subfolders are included.
  let entersFolders: Bool

  /// A skipped subfolder, which receives the files that were handled.
  var skippedFolder: FileIdentity?

  /// The maximum size of a page in bytes: the end of a larger file is not searched.
  let largestPage: Int

  // The extensions that scanners, browsers and copy programs give to incomplete files.
  private static let unfinishedEndings: Set = [
    "part", "partial", "tmp", "temp", "crdownload", "download", "filepart", "swp",
  ]

  private static let separator = UInt8(ascii: "/")

  /// Whether a name can be that of a page: not hidden, and not that of an incomplete file.
  static func isCandidate(_ path: [UInt8]) -> Bool {
    let name = Path(path).lastComponent
    guard let first = name.first, first != UInt8(ascii: "."), name.last != UInt8(ascii: "~") else {
      return false
    }
    return !unfinishedEndings.contains(Path(path).lowercasedExtension)
  }

  /// Returns the subfolder of a file, `nil` if it is at the top level.
  static func subfolder(of name: [UInt8]) -> [UInt8]? {
    name.firstIndex(of: separator).map { Array(name[..<$0]) }
  }

  /// Returns the path of a file.
  func file(_ name: [UInt8]) -> Path { path.appending(name) }

  /// Returns the status of a file, `nil` if it is missing or not a regular file.
  func fingerprint(of name: [UInt8]) -> WatchedFiles.Fingerprint? {
    guard let status = try? SystemCalls.status(of: file(name)), status.isRegular else { return nil }
    return WatchedFiles.Fingerprint(status)
  }

  /// Searches for the end of an image in a file.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - fingerprint: Its status.
  ///   - isEnding: Polled to check whether to stop.
  /// - Returns: Whether the end was found; `false` if the file cannot be read.
  func hasEnd(
    _ name: [UInt8], _ fingerprint: WatchedFiles.Fingerprint, isEnding: () -> Bool
  ) -> Bool {
    guard fingerprint.byteCount <= largestPage, let opened = try? SystemCalls.open(file(name))
    else {
      return false
    }
    defer { SystemCalls.closeFile(opened) }
    return withoutActuallyEscaping(isEnding) { isEnding in
      ImageEndFinder.end { offset, count in
        isEnding() ? nil : try? SystemCalls.bytes(of: opened, at: offset, byteCount: count)
      } != nil
    }
  }
}

extension WatchedFiles.Fingerprint {
  init(_ status: FileStatus) {
    self.init(
      identity: status.identity, byteCount: status.byteCount, modified: status.modified,
      changed: status.changed)
  }

  /// The time since the last change, by the wall clock.
  var age: Duration { .nanoseconds(SystemCalls.nanoseconds - changed) }
}

// MARK: - Listing

extension WatchedFolder {
  /// Returns the subfolders that are watched too.
  func subfolders() throws(SystemError) -> [[UInt8]] {
    guard entersFolders else { return [] }
    return try SystemCalls.entries(of: path).filter { entry in
      guard Self.isCandidate(entry.name), entry.kind == .folder || entry.kind == nil,
        let status = try? SystemCalls.status(of: file(entry.name))
      else { return false }
      return status.isFolder && status.identity != skippedFolder
        && SystemCalls.kind(of: file(entry.name)) != .symbolicLink
    }.map(\.name).sorted(by: NaturalOrder.areInIncreasingOrder)
  }

  /// Returns the files that may be pages, in natural order.
  func names(in subfolder: [UInt8]? = nil) throws(SystemError) -> [[UInt8]] {
    let prefix = subfolder.map { $0 + [Self.separator] } ?? []
    return try SystemCalls.entries(of: subfolder.map(file) ?? path)
      .filter { [.file, .symbolicLink, nil].contains($0.kind) && Self.isCandidate($0.name) }
      .map { prefix + $0.name }.sorted(by: NaturalOrder.areInIncreasingOrder)
  }
}
