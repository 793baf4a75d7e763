// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A file that appears at its path complete or not at all.
enum OutputFile {
  /// Writes a file under a temporary name in its folder and renames it when it is complete.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - path: The final path.
  ///   - replacesFile: Whether an existing file at the path is replaced.
  ///   - mark: Called with the open file when it is complete, before it is renamed.
  /// - Throws: `Problem.output` if the file cannot be created or renamed, `.existingOutput` if the
  ///   path exists and must not be replaced, `.specialOutput` if it is a device or a FIFO,
  ///   `.system` if the file cannot be written. In all cases the temporary file is removed.
  static func write(
    _ bytes: [UInt8], to path: Path, replacingFile replacesFile: Bool = true,
    marking mark: (Int32) -> Void = { _ in }
  ) throws(Problem) {
    try write(bytes, to: UnfinishedFile(for: path), replacesFile, mark)
  }

  /// Writes a file in an open folder.
  static func write(
    _ bytes: [UInt8], to name: some Collection<UInt8>, in folder: OutputFolder,
    replacingFile replacesFile: Bool
  ) throws(Problem) {
    try write(bytes, to: UnfinishedFile(for: name, in: folder), replacesFile) { _ in }
  }

  private static func write(
    _ bytes: [UInt8], to file: UnfinishedFile, _ replacesFile: Bool,
    _ mark: (Int32) -> Void
  ) throws(Problem) {
    do {
      try SystemCalls.write(bytes, to: file.descriptor)
    } catch {
      file.discard()
      throw .system(error)
    }
    mark(file.descriptor)
    try file.finish(replacingFile: replacesFile)
  }
}

/// A file that is being written under a temporary name.
///
/// Its folder is held open, so that the file is renamed where it was created. Either ``finish()``
/// or ``discard()`` must be called.
struct UnfinishedFile {
  /// The descriptor of the open file.
  var descriptor: Int32 { temporary.descriptor }

  private let name: Path
  private let temporary: TemporaryFile

  // A name can exist only if a killed process with the same process ID left it behind.
  private static let attemptLimit = 100

  /// Creates the file in the folder of its path; the folder may be a symbolic link.
  ///
  /// - Throws: `Problem.output`, `.specialOutput`.
  init(for path: Path) throws(Problem) {
    let folder: OutputFolder
    do { folder = try OutputFolder(path.folder) } catch { throw .output(error) }
    try self.init(for: path.lastComponent, in: folder)
  }

  /// Creates the file in an open folder.
  ///
  /// - Throws: `Problem.output`, `.specialOutput`.
  init(for name: some Collection<UInt8>, in folder: OutputFolder) throws(Problem) {
    self.name = Path(Array(name))
    guard !name.isEmpty else { throw .output(.folder) }
    // Replacing /dev/null by a file would break it for every other program.
    if let kind = SystemCalls.kind(of: self.name, in: folder.descriptor), kind.isSpecial {
      throw .specialOutput(kind)
    }
    temporary = try Self.create(in: folder)
  }

  private static let comparedByteCount = 1 << 20

  /// Returns whether a regular file with exactly these bytes already has the final name.
  func hasBytesOfExistingFile() -> Bool {
    guard let found = try? SystemCalls.open([name.bytes], beneath: temporary.folder.descriptor)
    else { return false }
    defer { SystemCalls.closeFile(found) }
    var offset = 0
    while let own = bytes(of: descriptor, at: offset), let other = bytes(of: found, at: offset) {
      guard own == other else { return false }
      if own.isEmpty { return true }
      offset += own.count
    }
    return false
  }

  private func bytes(of file: Int32, at offset: Int) -> [UInt8]? {
    try? SystemCalls.bytes(of: file, at: offset, byteCount: Self.comparedByteCount)
  }

  /// Renames the file to its final name.
  ///
  /// - Parameter replacesFile: Whether an existing file with the name is replaced.
  /// - Throws: `Problem.output` if it cannot be renamed, `.existingOutput` if the name exists,
  ///   `.system` if it could not be written. In all cases the file is removed.
  func finish(replacingFile replacesFile: Bool = true) throws(Problem) {
    defer { TemporaryFiles.shared.forget(temporary) }
    do {
      try SystemCalls.finishFile(descriptor)
    } catch {
      temporary.remove()
      throw .system(error)
    }
    let folder = temporary.folder.descriptor
    do {
      try replacesFile
        ? SystemCalls.rename(temporary.name, in: folder, to: name, in: folder)
        : SystemCalls.renameWithoutReplacing(temporary.name, to: name, in: folder)
    } catch {
      temporary.remove()
      throw error.isExistingFile && !replacesFile ? .existingOutput : .output(error)
    }
  }

  /// Removes the file.
  func discard() {
    SystemCalls.closeFile(descriptor)
    temporary.remove()
    TemporaryFiles.shared.forget(temporary)
  }

  private static func create(in folder: OutputFolder) throws(Problem) -> TemporaryFile {
    var attempts = 1
    while true {
      do {
        return try TemporaryFiles.shared.makeFile(in: folder)
      } catch {
        guard error.isExistingFile, attempts < attemptLimit else { throw .output(error) }
        attempts += 1
      }
    }
  }
}

extension FileStatus.Kind {
  /// Whether it is a device, FIFO or socket: something other than a container of bytes.
  fileprivate var isSpecial: Bool {
    switch self {
    case .pipe, .socket, .device, .other: true
    case .file, .folder, .symbolicLink: false
    }
  }
}
