// SPDX-License-Identifier: Apache-2.0

private import CMalloc

extension ThisProcess {
  /// Keeps up to `byteCount` bytes of freed memory per thread for later allocations.
  ///
  /// By default, malloc returns memory to the kernel after each page and gets it back zeroed for
  /// the next one. That costs up to a tenth of the time of a page, depending on the positions of
  /// its blocks.
  ///
  /// - Returns: Whether malloc supports this setting.
  @discardableResult
  static func keepFreedMemory(_ byteCount: Int32) -> Bool {
    mallopt(M_MMAP_THRESHOLD, byteCount) == 1 && mallopt(M_TRIM_THRESHOLD, byteCount) == 1
  }
}
