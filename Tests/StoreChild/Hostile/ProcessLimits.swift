// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a process of the tests may use, so that a hang or a flood is the end of it alone.
enum ProcessLimits {
  /// Limits addresses to 4 GiB and files to 256 MiB; a process that is ended leaves no core.
  static func apply() {
    limit(__rlimit_resource_t(RLIMIT_AS.rawValue), 4 << 30)
    limit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), 256 << 20)
    limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), 0)
  }

  private static func limit(_ resource: __rlimit_resource_t, _ count: UInt) {
    var limit = rlimit(rlim_cur: count, rlim_max: count)
    setrlimit(resource, &limit)
  }

  /// Lets SIGALRM end the process unless this is called again in time.
  ///
  /// - Parameter seconds: The time, zero for none.
  static func endProcess(inSeconds seconds: Int) {
    alarm(UInt32(clamping: seconds))
  }

  /// The most memory that the process ever had, in MiB.
  static var peakMemory: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1024
  }
}
