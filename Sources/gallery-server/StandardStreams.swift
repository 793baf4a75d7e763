// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The standard streams, written without a buffer, so that scripts see a line at once.
enum StandardStreams {
  enum Stream: Int32, Sendable {
    case output = 1
    case error = 2
  }

  static func print(_ line: String, to stream: Stream) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(stream.rawValue, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
