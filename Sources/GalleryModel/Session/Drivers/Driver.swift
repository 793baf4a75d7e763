// SPDX-License-Identifier: Apache-2.0

/// The driver: the one thing that writes the position.
///
/// There is exactly one at any time, and both surfaces follow its position.
///
///     now       beginDrag   endDrag, cancelDrag   goTo, animated   natural end
///     idle      drag        -                     jump             -
///     drag      drag        settle                jump             -
///     settle    drag        -                     jump             idle
///     jump      drag        -                     jump             idle
enum Driver: Hashable, Sendable {
  /// Nothing moves.
  ///
  /// After a jump or a cut to a page that a change still moves, the preview shows this page until
  /// it has reached the position.
  case idle(position: Double, page: Int? = nil)

  /// A drag of a surface.
  case drag(Drag)

  /// The motion of a released surface to a page.
  case settle(Settle)

  /// The motion to a requested page.
  case jump(Jump)
}

/// The motion to a requested page.
struct Jump: Hashable, Sendable {
  /// The page.
  var page: Int

  /// The position at which the page is in the middle.
  var target: Int

  /// The position over time.
  var motion: Tween

  /// The time of arrival.
  ///
  /// A jump without length ends when it starts.
  var end: Int64
}

extension Driver {
  /// The time at which the driver ends by itself.
  var naturalEnd: Int64 {
    switch self {
    case .idle, .drag: .never
    case .settle(let settle): settle.end
    case .jump(let jump): jump.end
    }
  }

  /// The position at which the driver will come to rest, `nil` if it is idle or a drag.
  var target: Int? {
    switch self {
    case .idle, .drag: nil
    case .settle(let settle): settle.target
    case .jump(let jump): jump.target
    }
  }

  /// The next time at which the driver or a part of it ends.
  var nextEnd: Int64 {
    if case .drag(let drag) = self { drag.excess.end } else { naturalEnd }
  }
}

extension Driver {
  /// Continues with another order of the pages.
  ///
  /// - Parameters:
  ///   - places: The shift of all positions.
  ///   - newIndex: Returns the new index of a page that is not deleted.
  mutating func reorder(by places: Int, newIndex: (Int) -> Int) {
    switch self {
    case .idle(let position, let page):
      self = .idle(position: position + Double(places), page: page.map(newIndex))
    case .drag(var drag):
      drag.shift(by: places)
      self = .drag(drag)
    case .settle(var settle):
      settle.shift(by: places)
      self = .settle(settle)
    case .jump(var jump):
      jump.page = newIndex(jump.page)
      jump.target += places
      jump.motion = jump.motion.shifted(by: Double(places))
      self = .jump(jump)
    }
  }
}
