// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import NIOCore

  /// The body of a response, of which a part is wanted.
  struct ArrivingBody {
    /// The slowest service that is waited for after a time, in bytes per second.
    static let slowestRate = 16.0 * 1024

    /// The most bytes that are passed over to reach the wanted ones.
    static let skippedLimit = 512 << 20

    /// The bytes so far that are wanted.
    private(set) var bytes = ByteBuffer()
    /// The number of bytes so far, also of those that are not wanted.
    private(set) var byteCount = 0
    private let wanted: Range<Int>?
    private let limit: Int
    private let time: Duration
    private let start = ContinuousClock.now

    /// Creates a body of which nothing has arrived.
    ///
    /// - Parameters:
    ///   - wanted: The bytes that are wanted, `nil` for all.
    ///   - limit: The maximum number of bytes that are wanted.
    ///   - time: The time for which any rate is accepted.
    init(wanted: Range<Int>?, limit: Int, time: Duration) {
      (self.wanted, self.limit, self.time) = (wanted, limit, time)
    }

    /// Adds the next bytes.
    mutating func add(_ part: ByteBuffer) {
      let range = byteCount..<byteCount + part.readableBytes
      let overlap = wanted.map { $0.clamped(to: range) } ?? range
      if let slice = part.getSlice(
        at: part.readerIndex + overlap.lowerBound - range.lowerBound, length: overlap.count)
      {
        bytes.writeImmutableBuffer(slice)
      }
      byteCount = range.upperBound
    }

    /// Notes how many bytes the whole body has, of which the rest is not read.
    mutating func note(byteCount: Int) { self.byteCount = max(self.byteCount, byteCount) }

    /// Whether all bytes that are wanted have arrived.
    var isComplete: Bool { wanted.map { byteCount >= $0.upperBound } ?? false }

    /// Whether more bytes have arrived than are accepted.
    var isTooLong: Bool { bytes.readableBytes > limit || byteCount - limit > Self.skippedLimit }

    /// Returns whether the bytes arrive too slowly to wait for the rest: nobody sends so that it never ends.
    func isTooSlow(at now: ContinuousClock.Instant = .now) -> Bool {
      let elapsed = now - start
      return elapsed > time && Double(byteCount) < elapsed / .seconds(1) * Self.slowestRate
    }
  }
#endif
