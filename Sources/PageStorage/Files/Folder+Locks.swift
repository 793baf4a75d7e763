// SPDX-License-Identifier: Apache-2.0

import GallerySystem

extension Folder {
  /// Waits for the lock of the folder, which replaces a lock already held.
  ///
  /// The held lock may be lost if this fails. Processes with an open store share the lock of its
  /// folder; a repair takes it exclusively. The lock of `blobs` prevents the removal of originals,
  /// that of `incoming` the creation of a second catalog.
  ///
  /// - Throws: `PageStoreError.locked`.
  func waitForLock(
    _ lock: FileLock, _ timeout: Duration
  ) throws(PageStoreError) {
    let retries = LockRetryPolicy(timeout)
    var attempt = 0
    while try !SystemCalls.tryLock(descriptor, lock) {
      guard retries.waitToRetry(attempt: attempt) else { throw .locked(waited: timeout) }
      attempt += 1
    }
  }
}
