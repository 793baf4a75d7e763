// SPDX-License-Identifier: Apache-2.0

/// A file that stands under its name complete or not at all.
enum OutputFile {
  /// Writes a file under a temporary name in its folder and gives it its name when all is written.
  ///
  /// - Parameters:
  ///   - bytes: All of it.
  ///   - path: The name.
  ///   - replacesFile: Whether a file that has the name gives way.
  ///   - mark: Called with the open file when all is written, before it has its name.
  /// - Throws: `Problem.output` if the file cannot be made or renamed, `.existingOutput` if the name
  ///   is taken and not to be replaced, `.specialOutput` if it is that of a device or a FIFO, `.system` if it
  ///   cannot be written. No temporary file is left then.
  static func write(
    _ bytes: [UInt8], to path: Path, replacingFile replacesFile: Bool = true,
    marking mark: (System.Descriptor) -> Void = { _ in }
  ) throws(Problem) {
    try write(bytes, to: UnfinishedFile(for: path), replacesFile, mark)
  }

  /// Writes a file into an open folder.
  static func write(
    _ bytes: [UInt8], to name: some Collection<UInt8>, in folder: OutputFolder,
    replacingFile replacesFile: Bool
  ) throws(Problem) {
    try write(bytes, to: UnfinishedFile(for: name, in: folder), replacesFile) { _ in }
  }

  private static func write(
    _ bytes: [UInt8], to file: UnfinishedFile, _ replacesFile: Bool,
    _ mark: (System.Descriptor) -> Void
  ) throws(Problem) {
    do {
      try System.write(bytes, to: file.descriptor)
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
/// Its folder is held open, so that it gets its name where it was made. Either ``finish()`` or ``discard()``
/// must be called.
struct UnfinishedFile {
  /// The open file.
  var descriptor: System.Descriptor { temporary.descriptor }

  private let name: Path
  private let temporary: TemporaryFile

  // A name can be taken only by what a killed process of the same number left behind.
  private static let attemptLimit = 100

  /// Makes the file in the folder of its name; a link in place of the folder is followed.
  ///
  /// - Throws: `Problem.output`, `.specialOutput`.
  init(for path: Path) throws(Problem) {
    let folder: OutputFolder
    do { folder = try OutputFolder(path.folder) } catch { throw .output(error) }
    try self.init(for: path.lastComponent, in: folder)
  }

  /// Makes the file in an open folder.
  ///
  /// - Throws: `Problem.output`, `.specialOutput`.
  init(for name: some Collection<UInt8>, in folder: OutputFolder) throws(Problem) {
    self.name = Path(Array(name))
    guard !name.isEmpty else { throw .output(.isFolder) }
    // A program that asks for /dev/null must not take it from all others.
    if let kind = System.kind(of: self.name, in: folder.descriptor), kind.isSpecial {
      throw .specialOutput(kind)
    }
    temporary = try Self.create(in: folder)
  }

  /// Gives the file its name.
  ///
  /// - Parameter replacesFile: Whether a file that has the name gives way.
  /// - Throws: `Problem.output` if it cannot be renamed, `.existingOutput` if the name is taken,
  ///   `.system` if it could not be written; it is removed then.
  func finish(replacingFile replacesFile: Bool = true) throws(Problem) {
    defer { TemporaryFiles.shared.forget(temporary) }
    do {
      try System.close(descriptor)
    } catch {
      temporary.remove()
      throw .system(error)
    }
    let folder = temporary.folder.descriptor
    do {
      try replacesFile
        ? System.rename(temporary.name, to: name, in: folder)
        : System.renameWithoutReplacing(temporary.name, to: name, in: folder)
    } catch {
      temporary.remove()
      throw error.isExistingFile && !replacesFile ? .existingOutput : .output(error)
    }
  }

  /// Removes the file.
  func discard() {
    try? System.close(descriptor)
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

extension System.NamedKind {
  /// Whether others use it for something else than to keep bytes.
  fileprivate var isSpecial: Bool {
    switch self {
    case .fifo, .socket, .device, .other: true
    case .file, .folder, .link: false
    }
  }
}
