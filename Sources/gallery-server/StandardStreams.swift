// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The standard streams, written without a buffer, so that scripts see a line at once.
enum StandardStreams {
  enum Stream: Int32, Sendable {
    case output = 1
    case error = 2
  }

  static func print(_ line: String, to stream: Stream) {
    write(Array((line + "\n").utf8), to: stream)
  }

  /// Writes bytes, and waits until somebody takes them; those that cannot be written are lost.
  static func write(_ bytes: [UInt8], to stream: Stream) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(stream.rawValue, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || !canRetry(errno, stream) {
        return
      }
    }
  }

  /// Whether a call that failed can be made again; first waits if another program has made the stream non-blocking.
  private static func canRetry(_ error: Int32, _ stream: Stream) -> Bool {
    guard error == EAGAIN else { return error == EINTR }
    var event = pollfd(fd: stream.rawValue, events: Int16(POLLOUT), revents: 0)
    return poll(&event, 1, -1) > 0 || errno == EINTR
  }
}
