// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The names of the files that are being written, so that none is left when the process ends.
final class TemporaryFiles: Sendable {
  /// The one list of the process; signals come to all of it.
  static let shared = TemporaryFiles()

  private struct State {
    var paths: Set<Path> = []
    var count = 0
    var isEnding = false
  }

  private let state = Mutex(State())

  /// Makes a file of a new name in a folder and puts the name on the list.
  ///
  /// Between the cleaning up at a signal and the end of the process no file is made: a thread that
  /// asks for one then never returns.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The name and the open file.
  /// - Throws: The error of the system. The name is not on the list then.
  func makeFile(in folder: Path) throws(SystemError) -> (Path, System.Descriptor) {
    let result = state.withLock { state -> Result<(Path, System.Descriptor), SystemError>? in
      guard !state.isEnding else { return nil }
      state.count += 1
      let path = folder.appending(
        ".thumbnail-strip-\(System.processNumber)-\(state.count).tmp".utf8)
      do throws(SystemError) {
        let file = try System.create(path)
        state.paths.insert(path)
        return .success((path, file))
      } catch {
        return .failure(error)
      }
    }
    guard let result else { System.waitForTermination() }
    return try result.get()
  }

  /// Takes a name off the list, whose file was renamed or removed.
  func forget(_ path: Path) {
    _ = state.withLock { $0.paths.remove(path) }
  }

  /// Removes all files on the list when a signal is to end the process.
  func removeAtTermination() {
    System.beforeTermination {
      self.state.withLock { state in
        state.isEnding = true
        state.paths.forEach(System.remove)
      }
    }
  }
}
