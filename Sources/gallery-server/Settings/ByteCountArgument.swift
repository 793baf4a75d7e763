// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A number of bytes: `64M`, `512K`, `1G` or `1048576`.
struct ByteCountArgument: ExpressibleByArgument, Sendable, CustomStringConvertible {
  let count: Int
  let description: String

  var defaultValueDescription: String { description }

  init?(argument: String) {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = argument.last.flatMap { shifts[$0] }
    guard let number = Int(digits: shift == nil ? argument[...] : argument.dropLast()) else {
      return nil
    }
    let (count, overflows) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
    guard !overflows else { return nil }
    (self.count, description) = (count, argument)
  }
}
