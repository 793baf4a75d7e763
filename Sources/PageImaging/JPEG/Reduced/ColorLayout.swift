// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// How large the planes of a picture are before it is turned upright.
enum ColorLayout: Hashable {
  /// All of the size of the picture, to become a bitmap.
  case full
  /// Colour in half of its sides, as a JPEG of 4:2:0 has it.
  ///
  /// With an odd side the last sample stands over by a pixel of the upright picture; the flags
  /// tell whether this is the first one as stored.
  case half(startsEarlyAcross: Bool, startsEarlyDown: Bool)

  /// The layout for a picture that is encoded after it is turned.
  init(for encoding: ImageEncoding, _ orientation: Orientation) {
    guard case .jpeg = encoding else {
      self = .full
      return
    }
    self =
      switch orientation {
      case .topLeft, .leftTop: .half(startsEarlyAcross: false, startsEarlyDown: false)
      case .topRight, .leftBottom: .half(startsEarlyAcross: true, startsEarlyDown: false)
      case .bottomLeft, .rightTop: .half(startsEarlyAcross: false, startsEarlyDown: true)
      case .bottomRight, .rightBottom: .half(startsEarlyAcross: true, startsEarlyDown: true)
      }
  }

  /// The plan for a component of colour.
  func colorPlan(_ plan: DecodingPlan) -> DecodingPlan {
    guard case .half(let startsEarlyAcross, let startsEarlyDown) = self else { return plan }
    let size = plan.outputSize.halved
    // The share of a pixel of the picture that its box does not cover.
    let across =
      Double(size.width * 2 - plan.outputSize.width) * plan.box.width
      / Double(plan.outputSize.width)
    let down =
      Double(size.height * 2 - plan.outputSize.height) * plan.box.height
      / Double(plan.outputSize.height)
    var box = plan.box
    box.width += across
    box.height += down
    if startsEarlyAcross { box.x -= across }
    if startsEarlyDown { box.y -= down }
    return DecodingPlan(plan, showing: box, as: size)
  }
}

extension PixelSize {
  /// Half of both sides, rounded up.
  var halved: PixelSize { PixelSize(width: (width + 1) / 2, height: (height + 1) / 2) }
}
