// SPDX-License-Identifier: Apache-2.0

/// What writes the position.
///
/// There is exactly one at any time, and both surfaces follow it.
///
///     now       beginDrag   endDrag, cancelDrag   goTo, animated   natural end
///     idle      drag        -                     jump             -
///     drag      drag        settle                jump             -
///     settle    drag        -                     jump             idle
///     jump      drag        -                     jump             idle
enum Driver: Hashable, Sendable {
  /// Nothing moves.
  case idle(position: Double)

  /// A finger on a surface.
  case drag(Drag)

  /// A released surface on its way to a page.
  case settle(Settle)

  /// The way to a page that was asked for.
  case jump(Jump)
}

/// The way to a page that was asked for.
struct Jump: Hashable, Sendable {
  /// The page.
  var page: Int

  /// The position at which the page is in the middle.
  var target: Int

  /// The position.
  var motion: Tween

  /// The time of arrival.
  ///
  /// A jump without length has arrived when it starts.
  var end: Int64
}

extension Driver {
  /// The position of a driver that does not depend on the ends of the strip.
  ///
  /// That of a drag is the one for which the finger asks.
  func ownPosition(at time: Int64) -> Double {
    switch self {
    case .idle(let position): position
    case .drag(let drag): drag.raw
    case .settle(let settle): settle.position(at: time)
    case .jump(let jump): jump.motion.value(at: time)
    }
  }

  /// The time at which the driver ends by itself.
  var naturalEnd: Int64 {
    switch self {
    case .idle, .drag: .never
    case .settle(let settle): settle.end
    case .jump(let jump): jump.end
    }
  }

  /// The position at which the driver will come to rest.
  var target: Int? {
    switch self {
    case .idle, .drag: nil
    case .settle(let settle): settle.target
    case .jump(let jump): jump.target
    }
  }

  /// The next time at which something of the driver ends, also a part of it.
  var nextEnd: Int64 {
    if case .drag(let drag) = self { drag.excess.end } else { naturalEnd }
  }
}
