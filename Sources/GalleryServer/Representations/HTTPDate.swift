// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A date in the form of header fields, in whole seconds: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
struct HTTPDate: CustomStringConvertible {
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The number of characters.
  static let length = 29

  private let seconds: Int64

  /// Takes a date.
  init(_ date: Date) { seconds = Int64(date.timeIntervalSince1970.rounded(.down)) }

  /// The text.
  var description: String {
    let days = Timestamp.quotient(seconds, 86_400)
    let rest = seconds - days * 86_400
    let (year, month, day) = Timestamp.civilDate(days)
    // The first day of 1970 was a Thursday.
    let weekday = days + 4 - Timestamp.quotient(days + 4, 7) * 7
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map { Timestamp.padded($0) }
    return
      "\(Self.weekdays[Int(weekday)]), \(Timestamp.padded(day)) \(Self.months[Int(month) - 1]) "
      + "\(Timestamp.padded(year, 4)) \(time.joined(separator: ":")) GMT"
  }
}
