// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import Glibc
  import ObjectStorage

  /// The limit of open files of this process.
  enum OpenFileLimit {
    /// Requires that the process may open the files that connections to an object store need.
    ///
    /// - Throws: `PageStoreError.unfitLocation`.
    static func require() throws(PageStoreError) {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
      let needed = ObjectStore.openFileCount
      guard limit.rlim_cur < needed else { return }
      throw .unfitLocation(
        reason: """
          an object store needs \(needed) open files, and this process may have \(limit.rlim_cur): raise the limit, such \
          as with ulimit -n
          """)
    }
  }
#endif
