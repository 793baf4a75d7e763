// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

// MARK: - Signals as input

extension System {
  /// Tells that the process shall end, by a pipe that can be waited for beside other files.
  ///
  /// The first signal asks, the second one ends the process at once.
  static func terminationRequests() throws(SystemError) -> Descriptor {
    var ends: [Descriptor] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError(number: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // A signal handler must never wait.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    requestPipe.store(ends[1], ordering: .releasing)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnoring(number) {
      signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = Glibc.write(System.requestPipe.load(ordering: .acquiring), &byte, 1)
        signal(number, SIG_DFL)
        errno = error
      }
    }
    return ends[0]
  }

  // Only what is safe in a signal handler: a number of a pipe that was stored before.
  private static let requestPipe = Atomic<Descriptor>(-1)

  /// Waits until one of several files can be read, at most for a time.
  ///
  /// - Returns: The files that can be read.
  static func waitToRead(
    _ files: [Descriptor], atMost time: Duration
  ) throws(SystemError) -> [Descriptor] {
    var entries = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let (seconds, fraction) = max(.zero, time).components
    // Rounded up, so that what is waited for is over; a day is as good as for ever.
    let milliseconds =
      min(seconds, 86_400) * 1_000 + (fraction + 999_999_999_999_999) / 1_000_000_000_000_000
    let count = poll(&entries, nfds_t(entries.count), Int32(milliseconds))
    guard count >= 0 || errno == EINTR else { throw SystemError(number: errno) }
    return count > 0 ? entries.filter { $0.revents != 0 }.map(\.fd) : []
  }
}
