// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The calls of the operating system on files and folders.
///
/// `Failure` is the error of the module that calls: each module names its own specialization, so that
/// a failed call throws what the module throws. A folder is an open descriptor, or `currentFolder`.
///
/// A failed fsync is never retried: the unwritten data may be dropped from the page cache, and a
/// second call would succeed without writing them.
package enum SystemCalls<Failure: SystemFailure> {
  /// Returns the error for the `errno` of the last call.
  static func failure(_ call: String, number: Int32 = errno) -> Failure {
    Failure(SystemError(call: call, number: number))
  }

  /// Repeats a call as long as a signal interrupts it.
  @inline(__always)
  static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    var result = call()
    while result < 0, errno == EINTR { result = call() }
    return result
  }
}

// MARK: - Time and processors

extension SystemCalls {
  /// The time since 1970, in milliseconds.
  package static var milliseconds: Int64 {
    let time = time(of: CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The time since 1970, in nanoseconds.
  package static var nanoseconds: Int64 { nanoseconds(time(of: CLOCK_REALTIME)) }

  /// The kernel time that a file changed now would get, in nanoseconds since 1970.
  ///
  /// It advances in steps of some milliseconds.
  package static var nanosecondsOfLastTick: Int64 { nanoseconds(time(of: CLOCK_REALTIME_COARSE)) }

  private static func time(of clock: clockid_t) -> timespec {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return time
  }

  private static func nanoseconds(_ time: timespec) -> Int64 { time.nanoseconds }

  /// Suspends the calling thread.
  package static func sleep(microseconds: UInt32) {
    usleep(microseconds)
  }

  /// The number of processors that are online.
  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
