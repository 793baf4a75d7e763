// SPDX-License-Identifier: Apache-2.0

@testable import PageImaging

/// The effect of an orientation on an image, from the text of the EXIF standard: the positions of
/// the stored row 0 and the stored column 0 in the upright image.
enum OrientationOracle {
  static func upright(_ stored: Raster, _ orientation: Orientation) -> Raster {
    let lastX = stored.width - 1
    let lastY = stored.height - 1
    // The stored position of the upright pixel (x, y).
    let place: (Int, Int) -> (x: Int, y: Int) =
      switch orientation {
      case .topLeft: { ($0, $1) }
      case .topRight: { (lastX - $0, $1) }
      case .bottomRight: { (lastX - $0, lastY - $1) }
      case .bottomLeft: { ($0, lastY - $1) }
      case .leftTop: { ($1, $0) }
      case .rightTop: { ($1, lastY - $0) }
      case .rightBottom: { (lastX - $1, lastY - $0) }
      case .leftBottom: { (lastX - $1, $0) }
      }
    let isTurned = orientation.rawValue > 4
    return Raster(
      width: isTurned ? stored.height : stored.width,
      height: isTurned ? stored.width : stored.height, channels: stored.channels
    ) { x, y, channel in
      let source = place(x, y)
      return stored[source.x, source.y, channel]
    }
  }
}
