// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// A straight line between two points.
struct LineSegment {
  var start: Point
  var end: Point

  /// Returns the segments that join consecutive points.
  static func path(_ points: [Point]) -> [LineSegment] {
    zip(points, points.dropFirst()).map(LineSegment.init(start:end:))
  }

  /// Returns the distance of a point to the nearest point of the segment.
  func distance(to point: Point) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let (px, py) = (point.x - start.x, point.y - start.y)
    let squaredLength = dx * dx + dy * dy
    // The foot of the perpendicular as a fraction of the length, clamped to the segment.
    let foot = squaredLength > 0 ? min(1, max(0, (px * dx + py * dy) / squaredLength)) : 0
    let (ex, ey) = (px - foot * dx, py - foot * dy)
    return (ex * ex + ey * ey).squareRoot()
  }
}
