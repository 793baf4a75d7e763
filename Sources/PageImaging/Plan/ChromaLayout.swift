// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The size of the chroma planes of a picture before it is turned upright.
enum ChromaLayout: Hashable {
  /// All of the size of the picture, to become a bitmap.
  case full
  /// Color in half of its sides, as a JPEG of 4:2:0 has it.
  ///
  /// With an odd side the last sample stands over by a pixel of the upright picture; the flags
  /// tell whether this is the first one as stored.
  case half(startsEarlyAcross: Bool, startsEarlyDown: Bool)

  /// The plan for a component of color.
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
