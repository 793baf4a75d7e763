// SPDX-License-Identifier: Apache-2.0

/// Appends JSON to a buffer of bytes.
///
/// It makes no `String` on the way: a line about a page costs less than opening its file.
struct JSONWriter: Sendable {
  /// What was written so far.
  private(set) var bytes: [UInt8] = []

  /// Whether the next member of the innermost object or array needs a comma before it.
  private var needsComma = false

  /// Forgets what was written and keeps the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Ends a line between or after values.
  mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Ends a line after a value, so that the next value stands for itself.
  mutating func finishLine() {
    newline()
    needsComma = false
  }

  // MARK: Structure

  /// Writes an object whose members `members` writes.
  mutating func object(_ members: (inout JSONWriter) -> Void) {
    nested(open: UInt8(ascii: "{"), close: UInt8(ascii: "}"), members)
  }

  /// Writes an object on a new line.
  mutating func lineBreakingObject(_ members: (inout JSONWriter) -> Void) {
    separate()
    newline()
    needsComma = false
    object(members)
  }

  /// Writes an array whose elements `elements` writes.
  mutating func array(_ elements: (inout JSONWriter) -> Void) {
    nested(open: UInt8(ascii: "["), close: UInt8(ascii: "]"), elements)
  }

  /// Writes the name of a member; its value comes next.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: name.withUTF8Buffer { $0 })
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes the name of a member that others have chosen.
  mutating func key(named name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func nested(open: UInt8, close: UInt8, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(open)
    needsComma = false
    body(&self)
    bytes.append(close)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

// MARK: - Values

extension JSONWriter {
  /// Writes `null`.
  mutating func null() { literal("null") }

  /// Writes `true` or `false`.
  mutating func value(_ value: Bool) { literal(value ? "true" : "false") }

  /// Writes a whole number.
  mutating func value(_ value: Int) {
    separate()
    bytes.appendDecimal(value)
  }

  /// Writes a whole number.
  mutating func value(_ value: UInt64) {
    separate()
    bytes.appendDecimal(value)
  }

  /// Writes a time in decimal seconds, exact to the nanosecond.
  mutating func value(seconds time: Duration) {
    separate()
    bytes.append(contentsOf: [UInt8](seconds: time))
  }

  /// Writes the shortest number that reads back as `value`; `null` if it is not finite, because
  /// JSON knows no such numbers.
  mutating func value(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int(exactly: value) { return self.value(whole) }
    separate()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a text.
  mutating func value(_ text: String) {
    separate()
    bytes.appendJSONString(Array(text.utf8))
  }

  /// Writes the name of a file, with U+FFFD in place of what is not valid UTF-8.
  mutating func value(_ path: Path) {
    separate()
    bytes.appendJSONString(path.bytes)
  }

  private mutating func literal(_ text: StaticString) {
    separate()
    bytes.append(contentsOf: text.withUTF8Buffer { $0 })
  }
}
