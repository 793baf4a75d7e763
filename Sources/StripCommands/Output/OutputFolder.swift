// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A folder that is held open: files are created in it even if its path changes meanwhile.
final class OutputFolder: Sendable {
  /// The path at which it was opened.
  let path: Path

  /// The descriptor of the open folder.
  let descriptor: Int32

  private init(_ path: Path, _ descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Opens a folder; the path may be a symbolic link.
  convenience init(_ path: Path) throws(SystemError) {
    self.init(path, try SystemCalls.openUnlistedFolder(path))
  }

  /// Opens a folder, and creates it and missing parent folders.
  ///
  /// - Throws: `PathProblem` with `Problem.outputFolder`.
  convenience init(making path: Path) throws(PathProblem) {
    do throws(SystemError) {
      try SystemCalls.makeFolders(path)
      try self.init(path)
    } catch {
      throw PathProblem(problem: .outputFolder(error), path: path)
    }
  }

  /// Opens a subfolder, and creates it if it is missing.
  ///
  /// - Throws: `PathProblem` with `Problem.unfitFolder` if it is a symbolic link, `.outputFolder`.
  func folder(_ name: some Collection<UInt8>) throws(PathProblem) -> OutputFolder {
    let path = path.appending(name)
    do throws(SystemError) {
      return OutputFolder(
        path, try SystemCalls.openMakingFolder(Path(Array(name)), in: descriptor))
    } catch {
      throw PathProblem(
        problem: error.isLink
          ? .unfitFolder("The folder is a link, which is not followed.")
          : .outputFolder(error), path: path)
    }
  }

  deinit { SystemCalls.closeFile(descriptor) }

  /// The path of the open folder for lookups, independent of its name.
  var openPath: Path { Path("/proc/self/fd/\(descriptor)") }
}
