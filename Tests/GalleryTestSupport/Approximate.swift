// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// Returns whether the value is close to another one.
  ///
  /// Equal infinities are close to each other; not a number is close to nothing.
  ///
  /// - Parameters:
  ///   - other: The value to compare with.
  ///   - tolerance: The largest accepted difference, in the unit of the values.
  /// - Returns: `true` if the difference is at most `tolerance`.
  public func isApproximately(_ other: Double, tolerance: Double) -> Bool {
    self == other || abs(self - other) <= tolerance
  }

  /// Returns the value as text with a fixed number of decimals.
  ///
  /// The text of a snapshot must not change with the last bit of a computed value. Zero has no
  /// sign.
  ///
  /// - Parameter count: The number of decimals, from 1 to 6.
  /// - Returns: For example `-3.0500`, or `inf` and `nan`.
  /// - Precondition: A finite value is less than 10¹² away from zero.
  public func formatted(decimals count: Int) -> String {
    guard isFinite else { return "\(self)" }
    precondition(magnitude < 1e12, "the value is too large for a fixed number of decimals")
    let unit = (0..<count).reduce(1) { product, _ in product * 10 }
    let scaled = Int((magnitude * Double(unit)).rounded())
    let digits = String(scaled % unit)
    let fraction = String(repeating: "0", count: count - digits.count) + digits
    return (self < 0 && scaled > 0 ? "-" : "") + "\(scaled / unit).\(fraction)"
  }
}

extension Sequence<Double> {
  /// Returns whether two lists have the same length and close values at the same indexes.
  ///
  /// - Parameters:
  ///   - others: The values to compare with.
  ///   - tolerance: The largest accepted difference of two values.
  /// - Returns: `true` if all pairs are close.
  public func isApproximately(_ others: some Sequence<Double>, tolerance: Double) -> Bool {
    elementsEqual(others) { $0.isApproximately($1, tolerance: tolerance) }
  }
}
