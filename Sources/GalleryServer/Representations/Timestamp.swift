// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A date in the form of RFC 3339, in UTC with milliseconds: `2026-02-28T23:59:59.042Z`.
package struct Timestamp: Encodable, CustomStringConvertible {
  let date: Date

  /// Takes a date.
  package init(_ date: Date) { self.date = date }

  /// The text.
  package var description: String {
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    let milliseconds = Int64(min(max(exact, Self.range.lowerBound), Self.range.upperBound))
    let days = Self.quotient(milliseconds, 86_400_000)
    let rest = milliseconds - days * 86_400_000
    let (year, month, day) = Self.civilDate(days)
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60)
    let (second, fraction) = (rest / 1000 % 60, rest % 1000)
    return "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))T"
      + "\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))"
      + ".\(Self.padded(fraction, 3))Z"
  }

  /// Encodes the text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// The milliseconds of the years 0 to 9999: others, which no clock tells, are shown as the first or last one.
  private static let range = -62_167_219_200_000...253_402_300_799_999.0

  /// Returns the Gregorian date of a day, counted from 1970-01-01.
  ///
  /// The calculation counts years from March, so that a leap day is the last one of its year.
  static func civilDate(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = quotient(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let isNextYear = month >= 10
    return (yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3, day)
  }

  /// Returns a quotient rounded down, also for negative numbers.
  static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : (number - divisor + 1) / divisor
  }

  static func padded(_ number: Int64, _ count: Int = 2) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
