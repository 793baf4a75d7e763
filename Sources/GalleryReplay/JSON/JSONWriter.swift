// SPDX-License-Identifier: Apache-2.0

/// Appends JSON to a buffer of bytes.
///
/// It makes no `String` on the way: a line about a page costs less than opening its file.
package struct JSONWriter: Sendable {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []

  /// Whether the next member of the innermost object or array needs a comma before it.
  private var needsComma = false

  /// Creates an empty text.
  package init() {}

  /// Forgets what was written and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Ends a line between or after values.
  package mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Ends a line after a value, so that the next value stands for itself.
  package mutating func finishLine() {
    newline()
    needsComma = false
  }

  // MARK: Structure

  /// Writes an object whose members `members` writes.
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

  /// Writes an array whose elements `elements` writes.
  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    nested(open: UInt8(ascii: "["), close: UInt8(ascii: "]"), elements)
  }

  /// Writes the name of a member; its value comes next.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    unsafe bytes.append(contentsOf: name.withUTF8Buffer { unsafe $0 })
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes the name of a member that others have chosen.
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

  /// Writes a whole number.
  package mutating func value(_ value: Int) {
    separate()
    bytes.appendDecimal(value)
  }

  /// Writes a whole number.
  package mutating func value(_ value: UInt64) {
    separate()
    bytes.appendDecimal(value)
  }

  /// Writes a time in decimal seconds, exact to the nanosecond.
  package mutating func value(seconds time: Duration) {
    separate()
    bytes.append(contentsOf: [UInt8](seconds: time))
  }

  /// Writes the shortest number that reads back as `value`; `null` if it is not finite, because
  /// JSON knows no such numbers.
  package mutating func value(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int(exactly: value) { return self.value(whole) }
    separate()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a text.
  package mutating func value(_ text: String) {
    separate()
    bytes.appendJSONString(Array(text.utf8))
  }

  /// Writes a text of UTF-8 bytes, with U+FFFD in place of what is not valid.
  package mutating func value(utf8 text: [UInt8]) {
    separate()
    bytes.appendJSONString(text)
  }

  private mutating func literal(_ text: StaticString) {
    separate()
    unsafe bytes.append(contentsOf: text.withUTF8Buffer { unsafe $0 })
  }
}
