// SPDX-License-Identifier: Apache-2.0

/// Reads the parts of a time from a text, one behind the other.
struct TimeScanner {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) {
    rest = Array(bytes)[...]
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { rest.isEmpty }

  /// Reads a number of so many digits.
  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }
  }

  /// Reads a letter, if it is the next one.
  mutating func take(_ letter: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: letter) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Reads the digits of a fraction, as thousandths; those behind the third one do not count.
  mutating func thousandths() -> Int? {
    let digits = rest.prefix(while: Self.isDigit)
    guard (1...9).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    let first = (Array(digits) + [0x30, 0x30]).prefix(3)
    return first.reduce(0) { 10 * $0 + Int($1 - 0x30) }
  }

  /// Reads `Z`, or hours and minutes ahead of UTC, as minutes.
  mutating func zone() -> Int? {
    if take("Z") { return 0 }
    let isAhead = take("+")
    guard isAhead || take("-"), let hours = number(2), take(":"), let minutes = number(2),
      minutes < 60
    else { return nil }
    return (isAhead ? 1 : -1) * (60 * hours + minutes)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
