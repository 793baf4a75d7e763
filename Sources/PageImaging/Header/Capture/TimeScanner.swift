// SPDX-License-Identifier: Apache-2.0

/// A scanner that consumes a text component by component.
struct TimeScanner {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) {
    rest = Array(bytes)[...]
  }

  /// Whether the text is used up.
  var isAtEnd: Bool { rest.isEmpty }

  /// Consumes a number of exactly `count` digits; `nil` if there is none.
  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }
  }

  /// Consumes `letter`; `false` if the next letter is another one.
  mutating func take(_ letter: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: letter) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Consumes the digits of a fraction, at most nine, and returns the fraction in thousandths,
  /// rounded down.
  mutating func thousandths() -> Int? {
    let digits = rest.prefix(while: Self.isDigit)
    guard (1...9).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    let first = (Array(digits) + [0x30, 0x30]).prefix(3)
    return first.reduce(0) { 10 * $0 + Int($1 - 0x30) }
  }

  /// Consumes `Z` or an offset such as `+02:00`, and returns the minutes ahead of UTC.
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
