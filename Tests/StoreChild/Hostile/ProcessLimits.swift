// SPDX-License-Identifier: Apache-2.0

import GalleryTestData

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The resource limits of a test process, so that a hang or excessive use ends only that process.
enum ProcessLimits {
  /// Limits the address space to 4 GiB and files to 256 MiB; disables core dumps.
  static func apply() {
    limit(__rlimit_resource_t(RLIMIT_AS.rawValue), 4 << 30)
    limit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), 256 << 20)
    limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), 0)
  }

  private static func limit(_ resource: __rlimit_resource_t, _ count: UInt) {
    var limit = rlimit(rlim_cur: count, rlim_max: count)
    setrlimit(resource, &limit)
  }

  /// Ends the process by SIGALRM unless this is called again in time.
  ///
  /// - Parameter seconds: The time, zero for none.
  static func endProcess(inSeconds seconds: Int) {
    alarm(UInt32(clamping: seconds))
  }

  /// The peak memory of the process, in MiB.
  ///
  /// `getrusage` would include the parent's memory at the start of the process.
  static var peakMemory: Int {
    let status = String(decoding: FolderImage.head(of: "/proc/self/status"), as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let count = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
    return (count.flatMap { Int($0) } ?? 0) / 1024
  }
}
