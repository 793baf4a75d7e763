// SPDX-License-Identifier: Apache-2.0

/// An event of a stream of server-sent events.
struct ReceivedEvent: Hashable, Sendable {
  var name: String
  var data: [UInt8]
}

/// Reads events from the bytes of a stream, as a browser's EventSource does.
///
/// A line, and the data of an unfinished event, are never longer than the limit.
struct EventParser: Sendable {
  /// The maximum size of a line, and of the data of an event, in bytes.
  let limit: Int

  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var name = ""
  private var followsCarriageReturn = false
  /// Whether the first line is not complete; it may begin with a byte order mark.
  private var isAtStart = true

  init(limit: Int) { self.limit = limit }

  /// Takes the next bytes.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The events that they complete.
  /// - Throws: ``RemoteServerError/tooLarge(limit:)`` if a line or an event is longer than the limit.
  mutating func take(_ bytes: some Sequence<UInt8>) throws(RemoteServerError) -> [ReceivedEvent] {
    var events: [ReceivedEvent] = []
    for byte in bytes {
      let isSecondHalf = followsCarriageReturn && byte == UInt8(ascii: "\n")
      followsCarriageReturn = byte == UInt8(ascii: "\r")
      if isSecondHalf { continue }
      guard byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else {
        if let event = try endLine() { events.append(event) }
        continue
      }
      guard line.count < limit else { throw .tooLarge(limit: limit) }
      line.append(byte)
    }
    return events
  }

  /// Handles a complete line.
  private mutating func endLine() throws(RemoteServerError) -> ReceivedEvent? {
    defer { line.removeAll(keepingCapacity: line.capacity < 1 << 16) }
    if isAtStart, line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
    isAtStart = false
    guard !line.isEmpty else { return endEvent() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data":
      guard data.count + value.count < limit else { throw .tooLarge(limit: limit) }
      if hasData { data.append(UInt8(ascii: "\n")) }
      data += value
      hasData = true
    default: break  // A comment, an identifier, or a field of a later version.
    }
    return nil
  }

  private mutating func endEvent() -> ReceivedEvent? {
    defer { (name, data, hasData) = ("", [], false) }
    return hasData ? ReceivedEvent(name: name.isEmpty ? "message" : name, data: data) : nil
  }
}
