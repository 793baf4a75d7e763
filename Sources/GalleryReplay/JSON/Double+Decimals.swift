// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// Returns a number with a fixed number of decimals, or its default description if it is too
  /// large.
  package func fixed(decimals: Int) -> String {
    let factor = (0..<decimals).reduce(1 as UInt) { product, _ in product * 10 }
    guard let scaled = Int(exactly: (self * Double(factor)).rounded()) else {
      return description
    }
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: factor)
    let fraction = String(rest)
    let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
    return "\(scaled < 0 ? "-" : "")\(whole).\(zeros)\(fraction)"
  }
}
