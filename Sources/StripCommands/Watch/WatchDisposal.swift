// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The disposal of files whose pages are stored.
enum WatchDisposal: Sendable {
  /// The files stay.
  case keep
  /// The files are removed.
  case remove
  /// The files are moved to a folder, those of subfolders to subfolders of it.
  case move(Path)
}

extension WatchDisposal {
  /// Whether the files are removed.
  var removes: Bool { if case .remove = self { true } else { false } }
}

extension WatchDisposal {
  // Scanners that restart their count every day fill a folder for years.
  private static let numberLimit = 1_000_000

  private static let removedName = Path(Array(".removed".utf8))

  /// Removes or moves a file, if it is unchanged since it was ingested.
  ///
  /// - Parameters:
  ///   - file: The file, with its status at ingestion.
  ///   - isEnding: Polled to check whether to stop; the next start completes the work.
  /// - Throws: `Problem.unmovable`. The file keeps its path then.
  func dispose(
    of file: ArrivedFile, isEnding: () -> Bool = { false }
  ) throws(Problem) {
    if case .keep = self { return }
    do throws(SystemError) {
      guard Self.fingerprint(of: file.path) == file.observation.fingerprint else { return }
      switch self {
      case .keep: break
      case .remove: try Self.removeFile(file)
      case .move(let folder): try Self.move(file, to: folder, isEnding)
      }
    } catch {
      // Another process has already removed the file.
      guard !error.isMissingFile else { return }
      throw .unmovable(error)
    }
  }

  static func fingerprint(of path: Path) -> WatchedFiles.Fingerprint? {
    (try? SystemCalls.status(of: path)).map { WatchedFiles.Fingerprint($0) }
  }

  private static func move(
    _ file: ArrivedFile, to folder: Path, _ isEnding: () -> Bool
  ) throws(SystemError) {
    let subfolder = WatchedFolder.subfolder(of: file.name)
    let destination = subfolder.map { folder.appending($0) } ?? folder
    try SystemCalls.makeFolders(destination)
    try withFreeName(Path(Array(file.path.lastComponent)), in: destination) {
      (target) throws(SystemError) in
      do throws(SystemError) {
        _ = try rename(file, to: target)
      } catch {
        guard error.isOtherFileSystem else { throw error }
        try copyAndRemove(file, as: target, isEnding)
      }
    }
  }

  /// Removes a file after renaming it to a name that scans never have.
  static func removeFile(_ file: ArrivedFile) throws(SystemError) {
    try withFreeName(removedName, in: file.path.folder) { (target) throws(SystemError) in
      guard try rename(file, to: target) else { return }
      do throws(SystemError) {
        try SystemCalls.removeFile(target)
      } catch {
        try? SystemCalls.move(target, to: file.path)
        throw error
      }
    }
  }

  /// Renames a file; restores the name if another file replaced it at the last moment.
  ///
  /// - Returns: Whether the file was renamed.
  private static func rename(
    _ file: ArrivedFile, to target: Path
  ) throws(SystemError) -> Bool {
    try SystemCalls.move(file.path, to: target)
    let fingerprint = WatchedFiles.Fingerprint(try SystemCalls.status(of: target))
    guard !fingerprint.isSameContents(as: file.observation.fingerprint) else { return true }
    try withFreeName(Path(Array(file.path.lastComponent)), in: file.path.folder) {
      (name) throws(SystemError) in try SystemCalls.move(target, to: name)
    }
    return false
  }

  /// Tries a name in a folder, and then numbered names, until one is free.
  private static func withFreeName(
    _ name: Path, in folder: Path, _ body: (Path) throws(SystemError) -> Void
  ) throws(SystemError) {
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

extension WatchedFiles.Fingerprint {
  /// Whether two statuses belong to the same contents, even if the file was renamed.
  fileprivate func isSameContents(as other: Self) -> Bool {
    (identity, byteCount, modified) == (other.identity, other.byteCount, other.modified)
  }
}

extension Path {
  /// Returns a file name with a number before its extension; 1 leaves the name unchanged.
  func numbered(_ number: Int) -> Path {
    guard number > 1 else { return self }
    let ending = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? bytes.count
    return Path(bytes[..<ending] + Array("-\(number)".utf8) + bytes[ending...])
  }
}
