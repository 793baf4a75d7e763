// SPDX-License-Identifier: Apache-2.0

/// What becomes of files whose pages are stored.
enum WatchDisposal: Sendable {
  /// They stay.
  case keep
  /// They are removed.
  case remove
  /// They go to a folder, in which those of folders inside have folders too.
  case move(Path)
}

extension WatchDisposal {
  // Scanners that count from 1 each day fill a folder for years.
  private static let numberLimit = 1_000_000

  /// Removes or moves a file, if it looks as it did when it was taken.
  ///
  /// - Parameters:
  ///   - file: The file, as it was taken.
  ///   - isEnding: Asked now and then whether to give up; the next start does it then.
  /// - Throws: `Problem.unmovable`. The file is where it was then.
  func dispose(
    of file: ArrivedFile, isEnding: () -> Bool = { false }
  ) throws(Problem) {
    if case .keep = self { return }
    do throws(SystemError) {
      guard Self.look(at: file.path) == file.sight.look else { return }
      switch self {
      case .keep: break
      case .remove: try System.removeFile(file.path)
      case .move(let folder): try Self.move(file, to: folder, isEnding)
      }
    } catch {
      // Somebody else was faster.
      guard !error.isMissingFile else { return }
      throw .unmovable(error)
    }
  }

  private static func look(at path: Path) -> WatchedFiles.Look? {
    (try? System.status(of: path)).map { WatchedFiles.Look($0) }
  }

  private static func move(
    _ file: ArrivedFile, to folder: Path, _ isEnding: () -> Bool
  ) throws(SystemError) {
    let subfolder = WatchedFolder.subfolder(of: file.name)
    let place = subfolder.map { folder.appending($0) } ?? folder
    try System.makeFolders(place)
    let moved = try withFreeName(of: file, in: place) { (target) throws(SystemError) -> Path? in
      do throws(SystemError) {
        try System.move(file.path, to: target)
        return target
      } catch {
        guard error.isOtherFileSystem else { throw error }
        try copyAndRemove(file, as: target, isEnding)
        return nil
      }
    }
    guard let moved,
      !WatchedFiles.Look(try System.status(of: moved)).isSameContents(as: file.sight.look)
    else { return }
    // What took its place at the last moment goes back.
    try withFreeName(of: file, in: file.path.folder) { (target) throws(SystemError) in
      try System.move(moved, to: target)
    }
  }

  /// Tries the name of a file in a folder, and then others with numbers, until one is free.
  private static func withFreeName<Result>(
    of file: ArrivedFile, in folder: Path, _ body: (Path) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let name = Path(Array(file.path.lastComponent))
    var number = 1
    while true {
      do throws(SystemError) {
        return try body(folder.appending(name.numbered(number).bytes))
      } catch {
        guard error.isExistingFile, number < numberLimit else { throw error }
        number += 1
      }
    }
  }
}

// MARK: - Other file systems

extension WatchDisposal {
  private static let pieceByteCount = 1 << 20

  private static func copyAndRemove(
    _ file: ArrivedFile, as target: Path, _ isEnding: () -> Bool
  ) throws(SystemError) {
    guard (try? System.status(of: target)) == nil else { throw .existingFile }
    let source = try System.open(file.path)
    defer { try? System.close(source) }
    let (temporary, copy) = try TemporaryFiles.shared.makeFile(in: target.folder)
    defer { TemporaryFiles.shared.forget(temporary) }
    do throws(SystemError) {
      defer { try? System.close(copy) }
      guard try self.copy(source, to: copy, file.sight.look, isEnding),
        look(at: file.path) == file.sight.look
      else { return System.remove(temporary) }
      try System.renameWithoutReplacing(temporary, to: target)
    } catch {
      System.remove(temporary)
      throw error
    }
    try synchronize(target.folder)
    if look(at: file.path) == file.sight.look { try System.removeFile(file.path) }
  }

  /// Copies a file onto the disk.
  ///
  /// - Returns: Whether all of it was copied.
  private static func copy(
    _ source: System.Descriptor, to copy: System.Descriptor, _ look: WatchedFiles.Look,
    _ isEnding: () -> Bool
  ) throws(SystemError) -> Bool {
    for offset in stride(from: 0, to: max(1, look.byteCount), by: pieceByteCount) {
      guard !isEnding() else { return false }
      try System.write(
        try System.read(source, count: pieceByteCount, at: offset), to: copy)
    }
    System.setModified(look.modified, of: copy)
    try System.synchronize(copy)
    return true
  }

  private static func synchronize(_ folder: Path) throws(SystemError) {
    let opened = try System.open(folder)
    defer { try? System.close(opened) }
    try System.synchronize(opened)
  }
}

extension WatchedFiles.Look {
  /// Whether two looks are those of the same bytes, also if the file has another name.
  fileprivate func isSameContents(as other: Self) -> Bool {
    (identity, byteCount, modified) == (other.identity, other.byteCount, other.modified)
  }
}

extension Path {
  /// Returns a file name with a number before its ending; that of 1 is the name itself.
  func numbered(_ number: Int) -> Path {
    guard number > 1 else { return self }
    let ending = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? bytes.count
    return Path(bytes[..<ending] + Array("-\(number)".utf8) + bytes[ending...])
  }
}
