// SPDX-License-Identifier: Apache-2.0

/// A file that stands under its name complete or not at all.
enum OutputFile {
  // A name can be taken only by what a killed process of the same number left behind.
  private static let attemptLimit = 100

  /// Writes a file under a temporary name in its folder and gives it its name when all is written.
  ///
  /// - Throws: `Problem.output` if the file cannot be made or renamed, `.system` if it cannot be
  ///   written. No temporary file is left then.
  static func write(_ bytes: [UInt8], to path: Path) throws(Problem) {
    let (temporary, file) = try create(in: path.folder, for: path)
    defer { TemporaryFiles.shared.forget(temporary) }
    do {
      try fill(file, with: bytes)
    } catch {
      System.remove(temporary)
      throw .system(error)
    }
    do {
      try System.rename(temporary, to: path)
    } catch {
      System.remove(temporary)
      throw .output(error)
    }
  }

  private static func create(
    in folder: Path, for path: Path
  ) throws(Problem) -> (Path, System.Descriptor) {
    var attempts = 1
    while true {
      let temporary = TemporaryFiles.shared.makeName(in: folder)
      do {
        return (temporary, try System.create(temporary))
      } catch {
        TemporaryFiles.shared.forget(temporary)
        guard error.isExistingFile, attempts < attemptLimit else { throw .output(error) }
        attempts += 1
      }
    }
  }

  private static func fill(
    _ file: System.Descriptor, with bytes: [UInt8]
  ) throws(SystemError) {
    do {
      try System.write(bytes, to: file)
    } catch {
      try? System.close(file)
      throw error
    }
    try System.close(file)
  }
}
