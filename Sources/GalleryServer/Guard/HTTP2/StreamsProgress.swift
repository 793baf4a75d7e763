// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The progress of a connection of HTTP/2 as a whole, and the time at which it ends for lack of progress.
///
/// It performs nothing and reads no clock. ``ConnectionProgress`` does the same for each stream.
struct StreamsProgress: Sendable {
  private let limits: ProgressLimits

  /// The writes that the system has not taken.
  var writes: WriteProgress

  private(set) var streamCount = 0

  /// Whether the client has accepted the settings of the server, of which the windows are a part.
  private(set) var isEstablished = false

  private let openTime: NIODeadline
  private var idleTime: NIODeadline
  private var frameTime: NIODeadline?
  private var frameCount = 0
  private var drainTime: NIODeadline?

  init(limits: ConnectionLimits, openTime: NIODeadline, now: NIODeadline) {
    (self.limits, self.openTime, idleTime) = (ProgressLimits(limits), openTime, now)
    writes = WriteProgress(now: now)
  }

  /// Returns the time at which the connection has to end, and the reason.
  func deadline() -> (time: NIODeadline, reason: CloseReason)? {
    var deadlines: [(time: NIODeadline, reason: CloseReason)] = []
    if let time = writes.deadline(limits.writeStall, sharing: nil) {
      deadlines.append((time, .stalledWrite))
    }
    if let time = isEstablished ? frameTime : openTime {
      deadlines.append((time + limits.header, .slowHeader))
    }
    if streamCount == 0, let drainTime {
      deadlines.append((drainTime + limits.drain, .lastResponse))
    } else if streamCount == 0, writes.pendingCount == 0 {
      deadlines.append((idleTime + limits.idle, .idle))
    }
    return deadlines.min { $0.time < $1.time }
  }

  mutating func establish(now: NIODeadline) {
    guard !isEstablished else { return }
    isEstablished = true
    idleTime = now
  }

  /// Notes the frames after some bytes: an incomplete one has to end soon after its own beginning.
  mutating func follow(_ frames: FrameSequence, now: NIODeadline) {
    let isSame = frames.begunCount == frameCount
    frameCount = frames.begunCount
    frameTime = frames.isIncomplete ? (isSame ? frameTime : nil) ?? now : nil
  }

  mutating func beginStream() { streamCount += 1 }

  mutating func endStream(now: NIODeadline) {
    streamCount -= 1
    idleTime = now
    if drainTime != nil { drainTime = now }
  }

  /// Notes that the server shuts down: without streams the client has a short time to close.
  mutating func beginDraining(now: NIODeadline) { drainTime = drainTime ?? now }
}
