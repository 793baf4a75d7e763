// SPDX-License-Identifier: Apache-2.0

/// A folder that is held open: what is made in it is there, whatever takes its name meanwhile.
final class OutputFolder: Sendable {
  /// Its name when it was opened.
  let path: Path

  /// The open folder.
  let descriptor: System.Descriptor

  private init(_ path: Path, _ descriptor: System.Descriptor) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Opens a folder; a link in its place is followed.
  convenience init(_ path: Path) throws(SystemError) {
    self.init(path, try System.openFolder(path))
  }

  /// Opens a folder, and makes it and those above it that are missing.
  ///
  /// - Throws: `PathProblem` with `Problem.outputFolder`.
  convenience init(making path: Path) throws(PathProblem) {
    do throws(SystemError) {
      try System.makeFolders(path)
      try self.init(path)
    } catch {
      throw PathProblem(problem: .outputFolder(error), path: path)
    }
  }

  /// Opens a folder inside, and makes it if it is missing.
  ///
  /// - Throws: `PathProblem` with `Problem.unfitFolder` if a link is in its place, `.outputFolder`.
  func folder(_ name: some Collection<UInt8>) throws(PathProblem) -> OutputFolder {
    let path = path.appending(name)
    do throws(SystemError) {
      return OutputFolder(
        path, try System.openMakingFolder(Path(Array(name)), in: descriptor))
    } catch {
      throw PathProblem(
        problem: error == .tooManyLinks
          ? .unfitFolder("A link is in the place of the folder, and is not followed.")
          : .outputFolder(error), path: path)
    }
  }

  deinit { try? System.close(descriptor) }

  /// The folder where the open one is now, for look-ups.
  var openPath: Path { Path("/proc/self/fd/\(descriptor)") }
}
