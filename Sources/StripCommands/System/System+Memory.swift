// SPDX-License-Identifier: Apache-2.0

private import CMalloc

extension System {
  /// Keeps memory that was freed, up to `byteCount` bytes a thread, for what comes next.
  ///
  /// By default malloc gives it back to the kernel behind each page, and gets it back for the next
  /// one as zeros: up to a tenth of the time of a page, depending on where its blocks happen to lie.
  ///
  /// - Returns: Whether malloc takes such advice.
  @discardableResult
  static func keepFreedMemory(_ byteCount: Int32) -> Bool {
    mallopt(M_MMAP_THRESHOLD, byteCount) == 1 && mallopt(M_TRIM_THRESHOLD, byteCount) == 1
  }
}
