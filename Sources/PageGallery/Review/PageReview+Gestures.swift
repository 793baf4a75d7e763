// SPDX-License-Identifier: Apache-2.0

public import GalleryCompanions
import GalleryModel

extension PageReview {
  /// Puts a finger on the card on top.
  ///
  /// - Parameter location: The place of the finger in the container, in points.
  /// - Returns: `false` without a card, and if there is a finger already.
  /// - Throws: `CardStackError.notFinite` if a coordinate is infinite or not a number.
  @discardableResult
  public func beginDrag(at location: Point) throws(CardStackError) -> Bool {
    try stack.beginDrag(at: location, time: timeline.now)
  }

  /// Moves the finger.
  ///
  /// - Parameter translation: The way of the finger since the touch, in points.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `CardStackError.notFinite` if a coordinate is infinite or not a number.
  @discardableResult
  public func drag(translation: Point) throws(CardStackError) -> Bool {
    try stack.drag(translation: translation, at: timeline.now)
  }

  /// Lifts the finger: the card is decided or comes back.
  ///
  /// - Parameter velocity: The velocity of the finger in points per second.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `CardStackError.notFinite` if a coordinate is infinite or not a number.
  @discardableResult
  public func endDrag(velocity: Point) throws(CardStackError) -> Bool {
    defer { noteEvents() }
    return try stack.endDrag(velocity: velocity, at: timeline.now)
  }

  /// Ends a drag that the system took away: the card comes back.
  ///
  /// - Returns: `false` if there is no drag.
  @discardableResult
  public func cancelDrag() -> Bool { stack.cancelDrag(at: timeline.now) }

  /// Decides the page on top without a finger.
  ///
  /// - Parameter direction: The side to which its card flies.
  /// - Returns: `false` without a card, and for a side that is not allowed.
  @discardableResult
  public func swipe(_ direction: CardDirection) -> Bool {
    defer { noteEvents() }
    return stack.swipe(direction, at: timeline.now)
  }

  /// Shows the cards in an area of another size.
  ///
  /// - Parameter container: The size, in points.
  /// - Throws: `CardStackError.invalidContainer` if a side is out of range.
  public func setContainer(_ container: Size) throws(CardStackError) {
    try stack.setContainer(container, at: timeline.now)
  }
}
