// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A file under a name that nobody else uses.
struct TemporaryFile: Sendable {
  /// The folder, which is open as long as the file is on the list.
  let folder: OutputFolder

  /// The name in the folder.
  let name: Path

  /// The open file.
  let descriptor: System.Descriptor

  fileprivate let number: Int

  /// Removes the name.
  func remove() { System.remove(name, in: folder.descriptor) }
}

/// The names of the files that are being written, so that none is left when the process ends.
final class TemporaryFiles: Sendable {
  /// The one list of the process; signals come to all of it.
  static let shared = TemporaryFiles()

  private struct State {
    var files: [Int: TemporaryFile] = [:]
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
  /// - Returns: The open file.
  /// - Throws: The error of the system. The name is not on the list then.
  func makeFile(in folder: OutputFolder) throws(SystemError) -> TemporaryFile {
    let result = state.withLock { state -> Result<TemporaryFile, SystemError>? in
      guard !state.isEnding else { return nil }
      state.count += 1
      let name = Path(".thumbnail-strip-\(System.processNumber)-\(state.count).tmp")
      do throws(SystemError) {
        let file = TemporaryFile(
          folder: folder, name: name, descriptor: try System.create(name, in: folder.descriptor),
          number: state.count)
        state.files[file.number] = file
        return .success(file)
      } catch {
        return .failure(error)
      }
    }
    guard let result else { System.waitForTermination() }
    return try result.get()
  }

  /// Takes a name off the list, whose file was renamed or removed.
  func forget(_ file: TemporaryFile) {
    _ = state.withLock { $0.files.removeValue(forKey: file.number) }
  }

  /// Removes all files on the list when a signal is to end the process.
  func removeAtTermination() {
    System.beforeTermination {
      self.state.withLock { state in
        state.isEnding = true
        for file in state.files.values { file.remove() }
      }
    }
  }
}
