// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import Synchronization

/// A file with a unique temporary name.
struct TemporaryFile: Sendable {
  /// The folder, held open as long as the file is registered.
  let folder: OutputFolder

  /// The name in the folder.
  let name: Path

  /// The descriptor of the open file.
  let descriptor: Int32

  fileprivate let number: Int

  /// Removes the file.
  func remove() { _ = try? SystemCalls.removeFile(name, in: folder.descriptor) }
}

/// A registry of the files that are being written, so that they can be removed when the process is
/// terminated.
final class TemporaryFiles: Sendable {
  /// The only registry of the process, because signals concern the whole process.
  static let shared = TemporaryFiles()

  private struct State {
    var files: [Int: TemporaryFile] = [:]
    var count = 0
    var isEnding = false
    var isInstalled = false
  }

  private let state = Mutex(State())

  /// Creates a file with a new name in a folder and registers it.
  ///
  /// After the cleanup at a signal no file is created: a thread that calls this then never returns.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The open file.
  /// - Throws: The error of the system. The name is not registered then.
  func makeFile(in folder: OutputFolder) throws(SystemError) -> TemporaryFile {
    let result = state.withLock { state -> Result<TemporaryFile, SystemError>? in
      guard !state.isEnding else { return nil }
      state.count += 1
      let name = Path(".thumbnail-strip-\(ThisProcess.processNumber)-\(state.count).tmp")
      do throws(SystemError) {
        let file = TemporaryFile(
          folder: folder, name: name,
          descriptor: try SystemCalls.open(name, in: folder.descriptor, .create, mode: 0o666),
          number: state.count)
        state.files[file.number] = file
        return .success(file)
      } catch {
        return .failure(error)
      }
    }
    guard let result else { ThisProcess.waitForTermination() }
    return try result.get()
  }

  /// Unregisters a file that was renamed or removed.
  func forget(_ file: TemporaryFile) {
    _ = state.withLock { $0.files.removeValue(forKey: file.number) }
  }

  /// Installs the removal of all registered files when a signal terminates the process.
  ///
  /// Only the first call does: each installation takes a pipe and a thread until the process ends.
  func removeAtTermination() {
    let isFirst = state.withLock { state in
      defer { state.isInstalled = true }
      return !state.isInstalled
    }
    guard isFirst else { return }
    ThisProcess.beforeTermination {
      self.state.withLock { state in
        state.isEnding = true
        for file in state.files.values { file.remove() }
      }
    }
  }
}
