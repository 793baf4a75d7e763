// SPDX-License-Identifier: Apache-2.0

public import GalleryCompanions
import GalleryModel

extension PageReview {
  /// Begins a drag of the top card.
  ///
  /// - Parameter location: The location of the finger in the container, in points.
  /// - Returns: `false` without a card, or if there is a drag already.
  /// - Throws: `CardStackError.notFinite` if a coordinate is infinite or not a number.
  @discardableResult
  public func beginDrag(location: Point) throws(CardStackError) -> Bool {
    try stack.beginDrag(location: location, at: timeline.now)
  }

  /// Moves the dragged card.
  ///
  /// - Parameter translation: The translation of the finger since the drag began, in points.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `CardStackError.notFinite` if a coordinate is infinite or not a number.
  @discardableResult
  public func drag(translation: Point) throws(CardStackError) -> Bool {
    try stack.drag(translation: translation, at: timeline.now)
  }

  /// Ends the drag: the card is decided or returns to the stack.
  ///
  /// - Parameter velocity: The velocity of the finger in points per second.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `CardStackError.notFinite` if a coordinate is infinite or not a number.
  @discardableResult
  public func endDrag(velocity: Point) throws(CardStackError) -> Bool {
    defer { noteEvents() }
    return try stack.endDrag(velocity: velocity, at: timeline.now)
  }

  /// Cancels a drag on behalf of the system: the card returns to the stack.
  ///
  /// - Returns: `false` if there is no drag.
  @discardableResult
  public func cancelDrag() -> Bool { stack.cancelDrag(at: timeline.now) }

  /// Decides the top page without a drag.
  ///
  /// - Parameter direction: The direction in which its card flies.
  /// - Returns: `false` without a card, or if the direction is not allowed.
  @discardableResult
  public func swipe(_ direction: CardDirection) -> Bool {
    defer { noteEvents() }
    return stack.swipe(direction, at: timeline.now)
  }

  /// Moves the cards to an area of another size.
  ///
  /// - Parameter container: The size, in points.
  /// - Throws: `CardStackError.invalidContainer` if a dimension is out of range.
  public func setContainer(_ container: Size) throws(CardStackError) {
    try stack.setContainer(container, at: timeline.now)
  }
}
