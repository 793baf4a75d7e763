// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The size of the chroma planes of an image in stored orientation.
enum ChromaLayout: Hashable {
  /// The size of the image, for conversion to a bitmap.
  case full
  /// Half of the image's width and height, as in a JPEG of 4:2:0.
  ///
  /// If a side is odd, the last chroma sample of the upright image exceeds that side by a pixel.
  /// The flags are `true` if this sample is the first one in stored orientation.
  case half(startsEarlyAcross: Bool, startsEarlyDown: Bool)

  /// Returns the plan for a chroma component.
  func colorPlan(_ plan: DecodingPlan) -> DecodingPlan {
    guard case .half(let startsEarlyAcross, let startsEarlyDown) = self else { return plan }
    let size = plan.outputSize.halved
    // The stored pixels by which the chroma planes exceed the box.
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
