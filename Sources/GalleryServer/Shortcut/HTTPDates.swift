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
      if last.second != second { last = (second, HTTPDate(date).description) }
      return last.text
    }
  }
}
