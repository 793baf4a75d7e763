// SPDX-License-Identifier: Apache-2.0

extension Folder {
  /// Waits for the lock of the folder, in place of the one that the caller may have and may then lose.
  ///
  /// All who have a store open share the lock of its folder, and who repairs it is alone. The lock of
  /// `blobs` keeps originals from being removed, that of `incoming` a second catalogue from being made.
  ///
  /// - Throws: `PageStoreError.locked`.
  func waitForLock(
    _ lock: SystemCalls.Lock, _ timeout: Duration
  ) throws(PageStoreError) {
    let patience = LockPatience(timeout)
    var attempt = 0
    while try !SystemCalls.tryLock(descriptor, lock) {
      guard patience.waits(attempt: attempt) else { throw .locked(waited: timeout) }
      attempt += 1
    }
  }
}
