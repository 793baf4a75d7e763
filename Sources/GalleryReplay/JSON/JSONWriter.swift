// SPDX-License-Identifier: Apache-2.0

/// A writer that appends JSON to a byte buffer.
///
/// It creates no intermediate `String`, so writing a line about a page costs less than opening its
/// file.
package struct JSONWriter: Sendable {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []

  /// Whether the next member of the innermost object or array needs a comma before it.
  private var needsComma = false

  /// Creates a writer with an empty buffer.
  package init() {}

  /// Removes all bytes and keeps the capacity.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Appends a line feed between or after values.
  package mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends a line feed after a value and starts a new top-level value.
  package mutating func finishLine() {
    newline()
    needsComma = false
  }

  // MARK: Structure

  /// Writes an object whose members are written by `members`.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    nested(open: UInt8(ascii: "{"), close: UInt8(ascii: "}"), members)
  }

  /// Writes an object on a new line.
  package mutating func lineBreakingObject(_ members: (inout JSONWriter) -> Void) {
    separate()
    newline()
    needsComma = false
    object(members)
  }

  /// Writes an array whose elements are written by `elements`.
  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    nested(open: UInt8(ascii: "["), close: UInt8(ascii: "]"), elements)
  }

  /// Writes the key of a member; its value must follow.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    unsafe bytes.append(contentsOf: name.withUTF8Buffer { unsafe $0 })
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes the key of a member whose name is not a constant of the program.
  package mutating func key(named name: String) {
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
  package mutating func null() { literal("null") }

  /// Writes `true` or `false`.
  package mutating func value(_ value: Bool) { literal(value ? "true" : "false") }

  /// Writes an integer.
  package mutating func value(_ value: Int) {
    separate()
    bytes.appendDecimal(value)
  }

  /// Writes an integer.
  package mutating func value(_ value: UInt64) {
    separate()
    bytes.appendDecimal(value)
  }

  /// Writes a time in decimal seconds, exact to the nanosecond.
  mutating func value(seconds time: Duration) {
    separate()
    bytes.append(contentsOf: [UInt8](seconds: time))
  }

  /// Writes the shortest number that parses to `value`, or `null` if it is not finite, because JSON
  /// has no such numbers.
  package mutating func value(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int(exactly: value) { return self.value(whole) }
    separate()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a string.
  package mutating func value(_ text: String) {
    separate()
    bytes.appendJSONString(Array(text.utf8))
  }

  /// Writes a string of UTF-8 bytes, with U+FFFD in place of invalid sequences.
  package mutating func value(utf8 text: [UInt8]) {
    separate()
    bytes.appendJSONString(text)
  }

  private mutating func literal(_ text: StaticString) {
    separate()
    unsafe bytes.append(contentsOf: text.withUTF8Buffer { unsafe $0 })
  }
}
