// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The progress of both sides of a connection, and the time at which it ends for lack of progress.
///
/// It performs nothing and reads no clock.
struct ConnectionProgress: Sendable {
  /// The part of a request that is next.
  private enum Phase {
    /// The first byte of the first header, or the rest of any header.
    case header
    /// The first byte of a further header.
    case idle
    case body(BodyAllowance)
  }

  private let limits: ProgressLimits

  /// The number of requests with a complete header whose response has not ended.
  private(set) var owedCount = 0

  /// Whether the response to the first of them has begun.
  private(set) var isResponding = false

  private var writes: WriteProgress
  private var phase = Phase.header
  private var phaseTime: NIODeadline
  private var isReadingOver = false
  private var drain: (deadline: NIODeadline, byteCount: Int)?

  init(limits: ConnectionLimits, now: NIODeadline) {
    self.limits = ProgressLimits(limits)
    phaseTime = now
    writes = WriteProgress(now: now)
  }

  /// The number of writes that the other side has not taken.
  var pendingWriteCount: Int { writes.pendingCount }

  /// Returns the time at which the connection has to end, and the reason.
  ///
  /// - Parameter connection: The writes of all streams, for a stream of HTTP/2.
  /// - Returns: The time and the reason, `nil` while nothing is overdue at any time.
  func deadline(
    sharing connection: SharedWrites? = nil
  ) -> (time: NIODeadline, reason: CloseReason)? {
    let writing = writes.deadline(limits.writeStall, sharing: connection)
    guard let reading = drainDeadline() ?? readingDeadline() else {
      return writing.map { ($0, .stalledWrite) }
    }
    guard let writing, writing <= reading.time else { return reading }
    return (writing, .stalledWrite)
  }

  private func drainDeadline() -> (time: NIODeadline, reason: CloseReason)? {
    drain.map { ($0.deadline, .drained) }
  }

  private func readingDeadline() -> (time: NIODeadline, reason: CloseReason)? {
    guard !isReadingOver else { return nil }
    return switch phase {
    case .body(let allowance):
      allowance.isPaused ? nil : (allowance.deadline, .slowBody)
    case .header where owedCount == 0:
      (phaseTime + limits.header, .slowHeader)
    case .idle where owedCount == 0 && pendingWriteCount == 0:
      (phaseTime + limits.idle, .idle)
    default: nil
    }
  }
}

// MARK: - Requests

extension ConnectionProgress {
  /// Notes the first byte of a header.
  mutating func beginHeader(now: NIODeadline) {
    guard case .idle = phase else { return }
    phase = .header
    phaseTime = now
  }

  mutating func endHeader(now: NIODeadline) {
    owedCount += 1
    phase = .body(BodyAllowance(limits, now: now))
  }

  mutating func receive(_ count: Int, now: NIODeadline) {
    guard case .body(var allowance) = phase else { return }
    allowance.receive(count, now: now)
    phase = .body(allowance)
  }

  mutating func endRequest(now: NIODeadline) {
    phase = .idle
    phaseTime = now
    drain = nil
  }

  /// Notes a whole request that is answered at once.
  mutating func answer(now: NIODeadline) { endRequest(now: now) }

  /// Notes whether the server wants more bytes.
  mutating func setReading(_ isReading: Bool, now: NIODeadline) {
    guard case .body(var allowance) = phase else { return }
    if isReading { allowance.resume(now: now) } else { allowance.pause(now: now) }
    phase = .body(allowance)
  }

  /// Begins to read what nobody waits for.
  mutating func beginDraining(now: NIODeadline) {
    drain = drain ?? (now + limits.drain, limits.drainByteCount)
  }

  /// Notes that no further request counts: only writes have a deadline.
  mutating func stopReading() {
    isReadingOver = true
    drain = nil
  }

  /// Whether more bytes have arrived while draining than are read.
  var isDrained: Bool { drain.map { $0.byteCount < 0 } ?? false }

  /// Notes bytes while draining, and returns whether more may follow.
  mutating func drain(_ count: Int) -> Bool {
    drain?.byteCount -= count
    return drain.map { $0.byteCount >= 0 } ?? true
  }
}

// MARK: - Responses

extension ConnectionProgress {
  mutating func beginResponse() { isResponding = true }

  mutating func endResponse(now: NIODeadline) {
    isResponding = false
    owedCount = max(owedCount - 1, 0)
    phaseTime = now
  }

  mutating func write() { writes.begin() }

  mutating func flush(now: NIODeadline) { writes.flush(now: now) }

  /// Notes that the other side takes a pending write.
  mutating func takeBytes(now: NIODeadline) { writes.takeBytes(now: now) }

  /// Notes that the other side took the first pending write.
  mutating func endWrite(now: NIODeadline) {
    writes.end(now: now)
    if case .idle = phase { phaseTime = now }
  }
}
