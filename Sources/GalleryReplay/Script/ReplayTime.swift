// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A time in a script: whole nanoseconds since its beginning.
package struct ReplayTime: Hashable, Comparable, Sendable {
  let nanoseconds: Int64

  static let zero = ReplayTime(nanoseconds: 0)

  /// The latest time that the model supports: 2^61 ns, 73 years.
  static let latest = ReplayTime(nanoseconds: 1 << 61)

  /// The time since the beginning of the script.
  package var duration: Duration { .nanoseconds(nanoseconds) }

  /// The time as decimal seconds.
  package var text: String { String(decoding: [UInt8](seconds: duration), as: UTF8.self) }

  package static func < (first: Self, second: Self) -> Bool {
    first.nanoseconds < second.nanoseconds
  }
}

extension ReplayTime {
  /// Rounds decimal seconds to whole nanoseconds, halves up; returns `nil` outside the model's
  /// range.
  ///
  /// It parses the decimal digits, because a `Double` cannot represent the nanoseconds of a late
  /// time.
  init?(seconds: Decimal) {
    let parts = seconds.description.utf8.split(separator: UInt8(ascii: "."))
    // Check the range first: more than ten digits are always out of range.
    guard seconds >= 0, parts.count <= 2, let first = parts.first, first.count <= 10,
      let whole = Int64(String(Substring(first)))
    else { return nil }
    let digits = (parts.count == 2 ? Array(parts[1]) : []).map { Int64($0 - UInt8(ascii: "0")) }
    let fraction = (0..<9).reduce(Int64(0)) { $0 * 10 + ($1 < digits.count ? digits[$1] : 0) }
    let carry: Int64 = digits.count > 9 && digits[9] >= 5 ? 1 : 0
    // With at most ten digits, either the product overflows or the sum is exact.
    let (product, overflow) = whole.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow, product <= Self.latest.nanoseconds else { return nil }
    let sum = product + fraction + carry
    guard sum <= Self.latest.nanoseconds else { return nil }
    self.init(nanoseconds: sum)
  }
}

extension ReplayTime: ScriptValue {
  static var expectation: String { "a time in seconds, 0 to \(latest.text)" }

  package init(from decoder: any Decoder) throws {
    let seconds = try decoder.singleValueContainer().decode(Decimal.self)
    guard let time = Self(seconds: seconds) else { throw ScriptMistake.value }
    self = time
  }
}
