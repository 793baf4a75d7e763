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
  ///   is taken and not to be replaced, `.system` if it cannot be written. No temporary file is left
  ///   then.
  static func write(
    _ bytes: [UInt8], to path: Path, replacingFile replacesFile: Bool = true,
    marking mark: (System.Descriptor) -> Void = { _ in }
  ) throws(Problem) {
    let file = try UnfinishedFile(for: path)
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
/// Either ``finish()`` or ``discard()`` must be called.
struct UnfinishedFile {
  /// The open file.
  let descriptor: System.Descriptor

  private let path: Path
  private let temporary: Path

  // A name can be taken only by what a killed process of the same number left behind.
  private static let attemptLimit = 100

  /// Makes the file in the folder of its name.
  ///
  /// - Throws: `Problem.output`.
  init(for path: Path) throws(Problem) {
    self.path = path
    (temporary, descriptor) = try Self.create(in: path.folder)
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
      System.remove(temporary)
      throw .system(error)
    }
    do {
      try replacesFile
        ? System.rename(temporary, to: path)
        : System.renameWithoutReplacing(temporary, to: path)
    } catch {
      System.remove(temporary)
      throw error.isExistingFile && !replacesFile ? .existingOutput : .output(error)
    }
  }

  /// Removes the file.
  func discard() {
    try? System.close(descriptor)
    System.remove(temporary)
    TemporaryFiles.shared.forget(temporary)
  }

  private static func create(in folder: Path) throws(Problem) -> (Path, System.Descriptor) {
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
