// SPDX-License-Identifier: Apache-2.0

// The preview during a change of the pages. A page is at the distance
//
//     r(i) = lerp(i, i', q) - (focus + q * s)
//
// from the middle, with `i` and `i'` its old and new index, `q` the progress between them and `s` the
// shift that keeps the focus in the middle. A page without size or opacity is not visible.
extension PreviewLayout.Arrangement {
  /// The place and the visibility of a page.
  struct Presence {
    var distance: Double
    var scale: Double
    var alpha: Double
    var isDeleted: Bool
  }

  func presence(of index: Int, during transition: LayoutTransition) -> Presence {
    presence(of: index, transition.placement(of: index), during: transition)
  }

  func presence(
    of index: Int, _ placement: LayoutTransition.Placement, during transition: LayoutTransition
  ) -> Presence {
    let isCrossing = placement.isMoved && index != transition.target
    return Presence(
      distance: (Double(index) - focus) + placement.travel,
      scale: placement.scale,
      alpha: isCrossing ? transition.movedAlpha : placement.scale,
      isDeleted: placement.newIndex == nil)
  }

  /// Returns the attributes of one page, visible or not.
  ///
  /// The nearest page must be one of the visible ones.
  func layoutAttributes(of index: Int, during transition: LayoutTransition) -> PreviewAttributes {
    layoutAttributes(
      of: index, presence(of: index, during: transition),
      nearest: walk(during: transition)?.nearest)
  }

  func layoutAttributes(
    of index: Int, _ presence: Presence, nearest: Int?
  ) -> PreviewAttributes {
    let zIndex = presence.isDeleted ? -1 : index == nearest ? 1 : 0
    var attributes = layoutAttributes(of: index, distance: presence.distance, zIndex: zIndex)
    attributes.scale = presence.scale
    attributes.alpha = presence.alpha
    return attributes
  }
}
