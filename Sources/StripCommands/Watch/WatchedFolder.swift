// SPDX-License-Identifier: Apache-2.0

/// Looks at the files of a watched folder, which are named by their paths in it.
struct WatchedFolder: Sendable {
  let path: Path

  /// Whether the files of the folders inside belong to it.
  let entersFolders: Bool

  /// A folder inside to which files go that are done with.
  var passedOver: System.FileIdentity?

  /// The largest page in bytes: the end of anything larger is not looked for.
  let largestPage: Int

  // What scanners, browsers and copying programs call a file that is not complete.
  private static let unfinishedEndings: Set = [
    "part", "partial", "tmp", "temp", "crdownload", "download", "filepart", "swp",
  ]

  private static let separator = UInt8(ascii: "/")

  /// Whether a name may be that of a page; hidden and unfinished files have others.
  static func isCandidate(_ path: [UInt8]) -> Bool {
    let name = Path(path).lastComponent
    guard let first = name.first, first != UInt8(ascii: "."), name.last != UInt8(ascii: "~") else {
      return false
    }
    return !unfinishedEndings.contains(Path(path).lowercasedExtension)
  }

  /// The folder inside to which a file belongs, `nil` if it lies at the top.
  static func subfolder(of name: [UInt8]) -> [UInt8]? {
    name.firstIndex(of: separator).map { Array(name[..<$0]) }
  }

  /// The path of a file.
  func file(_ name: [UInt8]) -> Path { path.appending(name) }

  /// Returns how a file looks, `nil` if it is gone or is no file.
  func look(at name: [UInt8]) -> WatchedFiles.Look? {
    guard let status = try? System.status(of: file(name)), status.isRegular else { return nil }
    return WatchedFiles.Look(status)
  }

  /// Looks for the end of an image in a file.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - look: How it looks.
  ///   - isEnding: Asked now and then whether to give up.
  /// - Returns: Whether it is there; not if the file cannot be read.
  func hasEnd(
    _ name: [UInt8], _ look: WatchedFiles.Look, isEnding: () -> Bool
  ) -> Bool {
    guard look.byteCount <= largestPage, let opened = try? System.open(file(name)) else {
      return false
    }
    defer { try? System.close(opened) }
    return withoutActuallyEscaping(isEnding) { isEnding in
      ImageEndFinder.end { offset, count in
        isEnding() ? nil : try? System.read(opened, count: count, at: offset)
      } != nil
    }
  }
}

extension WatchedFiles.Look {
  init(_ status: System.FileStatus) {
    self.init(
      identity: status.identity, byteCount: status.byteCount, modified: status.modified,
      changed: status.changed)
  }

  /// For how long the file has looked so, by the clock of the day.
  var age: Duration { .nanoseconds(System.currentTime - changed) }
}

// MARK: - Listing

extension WatchedFolder {
  /// The folders inside that are watched too.
  func subfolders() throws(SystemError) -> [[UInt8]] {
    guard entersFolders else { return [] }
    return try System.entries(of: path).filter { entry in
      guard Self.isCandidate(entry.name), entry.kind == .folder || entry.kind == .unknown,
        let status = try? System.status(of: file(entry.name))
      else { return false }
      return status.isFolder && status.identity != passedOver && !System.isLink(file(entry.name))
    }.map(\.name).sorted(by: NaturalOrder.areInIncreasingOrder)
  }

  /// The files that may be pages, in the order in which people count.
  func names(in subfolder: [UInt8]? = nil) throws(SystemError) -> [[UInt8]] {
    let prefix = subfolder.map { $0 + [Self.separator] } ?? []
    return try System.entries(of: subfolder.map(file) ?? path)
      .filter { $0.kind != .folder && $0.kind != .other && Self.isCandidate($0.name) }
      .map { prefix + $0.name }.sorted(by: NaturalOrder.areInIncreasingOrder)
  }
}
