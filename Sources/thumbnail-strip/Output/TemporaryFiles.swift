// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The names of the files that are being written, so that none is left when the process ends.
final class TemporaryFiles: Sendable {
  /// The one list of the process; signals come to all of it.
  static let shared = TemporaryFiles()

  private struct State {
    var paths: Set<Path> = []
    var count = 0
  }

  private let state = Mutex(State())

  /// Returns a new name in a folder and puts it on the list; no file is made yet.
  func makeName(in folder: Path) -> Path {
    state.withLock { state in
      state.count += 1
      let path = folder.appending(
        ".thumbnail-strip-\(System.processNumber)-\(state.count).tmp".utf8)
      state.paths.insert(path)
      return path
    }
  }

  /// Takes a name off the list, whose file was renamed or removed.
  func forget(_ path: Path) {
    _ = state.withLock { $0.paths.remove(path) }
  }

  /// Removes all files on the list when a signal is to end the process.
  func removeAtTermination() {
    System.beforeTermination {
      self.state.withLock { state in state.paths.forEach(System.remove) }
    }
  }
}
