// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import Glibc
import Synchronization

// MARK: - Signals as input

extension ThisProcess {
  /// Returns a pipe that becomes readable when the process is asked to terminate.
  ///
  /// It can be polled together with other files. The first signal requests termination, the second
  /// one ends the process immediately.
  static func terminationRequests() throws(SystemError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError(call: "pipe", number: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // A signal handler must not block.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    requestPipe.store(ends[1], ordering: .releasing)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnoring(number) {
      signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = Glibc.write(ThisProcess.requestPipe.load(ordering: .acquiring), &byte, 1)
        signal(number, SIG_DFL)
        errno = error
      }
    }
    return ends[0]
  }

  // The handler only uses what is async-signal-safe: a descriptor that was stored before.
  private static let requestPipe = Atomic<Int32>(-1)

  /// Waits until one of several files is readable, or until a timeout.
  ///
  /// - Returns: The files that are readable.
  static func waitToRead(
    _ files: [Int32], atMost time: Duration
  ) throws(SystemError) -> [Int32] {
    try wait(for: files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }, atMost: time)
  }

  /// Waits until a file takes bytes, another one is readable, or until a timeout.
  ///
  /// - Returns: The files for which this is true; one that takes bytes takes at least
  ///   ``pipePartByteCount`` of them without waiting.
  static func waitToWrite(
    _ file: Int32, or request: Int32, atMost time: Duration
  ) throws(SystemError) -> [Int32] {
    let entries = [
      pollfd(fd: file, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: request, events: Int16(POLLIN), revents: 0),
    ]
    return try wait(for: entries, atMost: time)
  }

  /// The number of bytes for which a pipe that is ready has room.
  static let pipePartByteCount = Int(PIPE_BUF)

  private static func wait(
    for entries: [pollfd], atMost time: Duration
  ) throws(SystemError) -> [Int32] {
    var entries = entries
    let (seconds, fraction) = max(.zero, time).components
    // Rounded up, so that the timeout has passed when poll(2) returns; at most a day.
    let milliseconds =
      min(seconds, 86_400) * 1_000 + (fraction + 999_999_999_999_999) / 1_000_000_000_000_000
    let count = poll(&entries, nfds_t(entries.count), Int32(milliseconds))
    guard count >= 0 || errno == EINTR else { throw SystemError(call: "poll", number: errno) }
    return count > 0 ? entries.filter { $0.revents != 0 }.map(\.fd) : []
  }
}
