// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization

/// The texts of the header Date, each made once for a second.
final class HTTPDates: Sendable {
  private let last = Mutex<(second: Int64, text: String)>((.min, ""))

  /// Returns a date in the form of RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
  func text(at date: Date) -> String {
    let second = Int64(date.timeIntervalSince1970.rounded(.down))
    return last.withLock { last in
      if last.second != second { last = (second, Self.text(second)) }
      return last.text
    }
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func text(_ second: Int64) -> String {
    let days = Timestamp.quotient(second, 86_400)
    let rest = second - days * 86_400
    let (year, month, day) = Timestamp.civilDate(days)
    let weekday = weekdays[Int(days - Timestamp.quotient(days, 7) * 7)]
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map { Timestamp.padded($0) }
    return "\(weekday), \(Timestamp.padded(day)) \(months[Int(month) - 1]) "
      + "\(Timestamp.padded(year, 4)) \(time.joined(separator: ":")) GMT"
  }
}
