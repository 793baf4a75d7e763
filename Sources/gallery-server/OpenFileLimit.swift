// SPDX-License-Identifier: Apache-2.0

import GalleryServer
import Glibc
import Logging

/// The limit of open files of this process.
enum OpenFileLimit {
  /// The most that is asked for: some systems have no limit, and lists of that length cost memory.
  private static let most: rlim_t = 1 << 16

  /// Raises the limit as far as the system permits.
  ///
  /// - Returns: The limit, which is that of before if it cannot be raised.
  static func raise() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    var raised = limit
    raised.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, most))
    if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
    return Int(min(limit.rlim_cur, most))
  }

  /// Returns limits of connections for which the open files suffice.
  ///
  /// - Throws: `StartupFailure` if they do not suffice for any connection.
  static func fitted(
    _ limits: ConnectionLimits, offersHTTP2: Bool, _ logger: Logger
  ) throws(StartupFailure) -> ConnectionLimits {
    let count = raise()
    var fitted = limits
    let needed = limits.openFileCount(offersHTTP2: offersHTTP2)
    guard fitted.fit(openFileCount: count, offersHTTP2: offersHTTP2) else {
      throw StartupFailure(
        .configuration,
        "this process may open \(count) files, which is too few for any connection; raise the limit, such as "
          + "with LimitNOFILE of systemd or with ulimit -n, to \(needed)")
    }
    if fitted.maximumConnectionCount < limits.maximumConnectionCount {
      logger.warning(
        """
        this process may open \(count) files, which is enough for \(fitted.maximumConnectionCount) connections \
        instead of \(limits.maximumConnectionCount); raise the limit to \(needed), or pass a lower --connection-limit
        """)
    }
    return fitted
  }
}
