// SPDX-License-Identifier: Apache-2.0

extension Point {
  /// Returns the point rotated around the origin.
  ///
  /// With the y axis downward, positive angles turn clockwise. The module has its own sine and
  /// cosine, so the result has the same bits on every machine.
  ///
  /// - Parameter angle: The angle in radians, in ±1,000,000.
  /// - Returns: A point at the same distance from the origin, up to rounding.
  public func rotated(by angle: Double) -> Point {
    let (sine, cosine) = ElementaryFunctions.sineAndCosine(angle)
    return Point(x: x * cosine - y * sine, y: x * sine + y * cosine)
  }
}
