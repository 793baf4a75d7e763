// SPDX-License-Identifier: Apache-2.0

extension Point {
  /// Returns the point rotated around the origin.
  ///
  /// With the y axis downward, positive angles turn clockwise. The sine and the cosine are the
  /// module's own, so that the result has the same bits on every machine.
  ///
  /// - Parameter angle: The angle in radians, at most a million away from zero.
  /// - Returns: A point as far from the origin, but for rounding.
  public func rotated(by angle: Double) -> Point {
    let (sine, cosine) = ElementaryFunctions.sineAndCosine(angle)
    return Point(x: x * cosine - y * sine, y: x * sine + y * cosine)
  }
}
