// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// The standard streams, written without a buffer, so that scripts see a line at once.
enum StandardStreams {
  enum Stream: Int32, Sendable {
    case output = 1
    case error = 2
  }

  /// Opens those that the program was started without: a file or a connection would be taken for them otherwise.
  static func open() {
    while true {
      let descriptor = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
      guard descriptor < 0 || descriptor > Stream.error.rawValue else { continue }
      if descriptor >= 0 { close(descriptor) }
      return
    }
  }

  /// The time in which the last lines of the program are written: nobody may read them.
  static let patience = DispatchTimeInterval.seconds(1)

  static func print(_ line: String, to stream: Stream) {
    write(Array((line + "\n").utf8), to: stream)
  }

  /// Prints a line, and waits no longer than a time until somebody takes it.
  static func print(_ line: String, to stream: Stream, within time: DispatchTimeInterval) {
    let end = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      print(line, to: stream)
      end.signal()
    }
    _ = end.wait(timeout: .now() + time)
  }

  /// Writes bytes, and waits until somebody takes them.
  ///
  /// - Returns: The number of bytes that could be written.
  @discardableResult
  static func write(_ bytes: [UInt8], to stream: Stream) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(stream.rawValue, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || !canRetry(errno, stream) {
        break
      }
    }
    return bytes.count - rest.count
  }

  /// Whether a call that failed can be made again; first waits if another program has made the stream non-blocking.
  private static func canRetry(_ error: Int32, _ stream: Stream) -> Bool {
    guard error == EAGAIN else { return error == EINTR }
    var event = pollfd(fd: stream.rawValue, events: Int16(POLLOUT), revents: 0)
    return poll(&event, 1, -1) > 0 || errno == EINTR
  }
}
