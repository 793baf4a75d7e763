// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Follows the frames of HTTP/2 in the bytes of a client, to know whether one has begun that has to end
/// soon: a header, which may continue over several frames, or any other frame that is not data.
///
/// It rejects nothing, and keeps no bytes.
struct FrameSequence: Sendable {
  private static let headers: UInt8 = 1
  private static let continuation: UInt8 = 9
  private static let endHeaders: UInt8 = 4
  private static let headByteCount = 9

  private var prefaceRest = 24
  private var headCount = 0
  private var length = 0
  private var rest = 0
  private var type: UInt8 = 0
  private var isInHeader = false

  /// The number of frames that have begun; a header with all its continuations is one.
  private(set) var begunCount = 0

  /// Whether a header or a frame is incomplete; data does not count.
  var isIncomplete: Bool { headCount > 0 || (rest > 0 && type != 0) || isInHeader }

  /// Follows the next bytes.
  mutating func read(_ bytes: ByteBufferView) {
    let preface = min(prefaceRest, bytes.count)
    prefaceRest -= preface
    var next = bytes.dropFirst(preface)
    while !next.isEmpty {
      if rest > 0 {
        let count = min(rest, next.count)
        rest -= count
        next = next.dropFirst(count)
      } else {
        step(next.removeFirst())
      }
    }
  }

  /// Reads one of the nine bytes before a frame: length, type, flags and stream.
  private mutating func step(_ byte: UInt8) {
    switch headCount {
    case 0:
      length = Int(byte) << 16
      if !isInHeader { begunCount += 1 }
    case 1: length |= Int(byte) << 8
    case 2: length |= Int(byte)
    case 3: type = byte
    case 4 where type == Self.headers || type == Self.continuation:
      isInHeader = byte & Self.endHeaders == 0
    default: break
    }
    headCount += 1
    guard headCount == Self.headByteCount else { return }
    (headCount, rest) = (0, length)
  }
}
