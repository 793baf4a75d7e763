// SPDX-License-Identifier: Apache-2.0

extension PageStore {
  /// Verifies that changes can be stored now.
  ///
  /// A file system becomes read-only after an error of its disk, and a store can be moved away, while it
  /// is open. Every change then fails; a service learns it with this call before anyone loses time.
  /// The check changes nothing and does not wait for the write lock; a disk may become full right after
  /// it.
  ///
  /// - Throws: `PageStoreError.readOnly` if the store was opened for reading, or if its file system takes
  ///   no changes; `.moved`, `.full`, `.io`, `.closed`.
  /// - Complexity: O(1), a few calls of the operating system.
  public func checkIsWritable() async throws(PageStoreError) {
    guard configuration.access == .readWrite else { throw .readOnly }
    switch engine {
    case .folder(let catalog):
      try await BlockingWork.run { () throws(PageStoreError) in
        try catalog.checkIsInPlace()
        try self.folder.incoming.checkTakesFiles()
      }
    case .served: _ = try await version()
    }
  }
}
