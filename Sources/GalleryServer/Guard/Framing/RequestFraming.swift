// SPDX-License-Identifier: Apache-2.0

/// The boundaries of the requests on a connection, followed byte by byte: RFC 9112.
///
/// It is stricter than the RFC permits where parsers differ, so that whatever it accepts has one
/// meaning: lines end with CR LF only, and values contain no control characters except tabs. Empty
/// lines before a request are skipped. A request of HTTP/1.0 needs a `Host` as well.
///
/// Only what it needs later is stored: at most the bytes of one field line.
struct RequestFraming: Sendable {
  /// A fact about the bytes so far.
  enum Event: Hashable, Sendable {
    /// The header is complete.
    case header
    /// The next bytes of the body, without those of chunked framing.
    case content(Int)
    /// The request is complete.
    case end
    /// The request is not acceptable; nothing that follows has a meaning.
    case rejected(FramingError)
  }

  enum State: Hashable, Sendable {
    case start, emptyLine
    case method, targetStart, target, version, requestLineEnd
    case lineStart, name, value, valueEnd, blockEnd
    case content(Int)
    case chunkSize, chunkExtension, chunkSizeEnd, chunk(Int), chunkEnd, chunkLineEnd
    case finished
    case rejected(FramingError)
  }

  let limits: FramingLimits
  var state = State.start
  var message = RequestMessage()

  init(limits: FramingLimits = FramingLimits()) { self.limits = limits }

  /// Whether no byte of a next request has arrived.
  var isBetweenRequests: Bool {
    (state == .start || state == .emptyLine) && message.headerByteCount == message.emptyByteCount
  }

  /// Whether the next byte is the first one of a request, or of empty lines before it.
  var isAtStart: Bool { state == .start && message.headerByteCount == 0 }

  /// Whether a header is complete, and its body is not.
  var isInBody: Bool { message.isHeaderComplete }

  /// Whether the next byte is content of a body with a known length.
  var isInContent: Bool { if case .content(1...) = state { true } else { false } }

  /// Whether the last request is complete, so that all further bytes are ignored.
  var isFinished: Bool { state == .finished }

  /// Whether no request may follow the current one.
  var isLastRequest: Bool { isFinished || message.isLast }

  /// Ignores whatever follows the present request.
  mutating func endAfterRequest() { message.isLast = true }

  /// Reads bytes.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes of the connection.
  ///   - report: Receives the events in order.
  /// - Returns: The number of leading bytes that belong to acceptable requests. It is smaller than the
  ///   number of bytes after a rejection, and after the end of the last request.
  /// - Complexity: O(n) in the number of bytes of headers and chunk sizes; contents are skipped.
  mutating func read<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, report: (Event) -> Void
  ) -> Int where Bytes.Index == Int {
    var index = bytes.startIndex
    var accepted = index
    while index < bytes.endIndex {
      do throws(FramingError) {
        if state == .finished { return index - bytes.startIndex }
        if case .rejected = state { return accepted - bytes.startIndex }
        let event: Event?
        if let count = skip(bytes.endIndex - index) {
          index += count
          event = .content(count)
        } else {
          event = try step(bytes[index])
          index += 1
        }
        guard let event else { continue }
        accepted = index
        report(event)
        if event != .end, isComplete { report(end()) }
      } catch {
        state = .rejected(error)
        report(.rejected(error))
        return accepted - bytes.startIndex
      }
    }
    return bytes.count
  }

  /// Whether the whole content of a length has arrived.
  private var isComplete: Bool { state == .content(0) }

  /// Skips content, if it is next, and returns its length.
  private mutating func skip(_ available: Int) -> Int? {
    switch state {
    case .content(let remaining):
      let count = min(remaining, available)
      state = .content(remaining - count)
      return count
    case .chunk(let remaining):
      let count = min(remaining, available)
      state = count == remaining ? .chunkEnd : .chunk(remaining - count)
      return count
    default: return nil
    }
  }

  /// Ends a request.
  mutating func end() -> Event {
    state = message.isLast ? .finished : .start
    message = RequestMessage()
    return .end
  }
}
