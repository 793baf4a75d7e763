// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// Sets the shape of a page that was unknown or has changed.
  ///
  /// An open thumbnail changes to the new shape in 0.15 s. A collapsed one looks as before, and the
  /// preview shows the new shape at once.
  ///
  /// - Parameters:
  ///   - size: The shape, `nil` if it is unknown.
  ///   - page: The identifier of the page.
  ///   - time: The time of the change.
  /// - Throws: `GalleryError.unknownPage`.
  /// - Complexity: O(log n) in the number of pages.
  public mutating func setSize(
    _ size: PageShape?, of page: PageID, at time: Duration
  ) throws(GalleryError) {
    guard let index = pages.index(of: page) else { throw .unknownPage(page) }
    let now = enter(at: time)
    let isOpen = stripArrangement(at: now).extent(of: index).expansion > 0
    tweenRatio(ofPageAt: index, to: size, isOpen: isOpen, at: now)
    pages.setSize(size, at: index)
    finish(at: now)
  }

  /// Changes the shape of a page's thumbnail, animated if it is open.
  mutating func tweenRatio(ofPageAt index: Int, to size: PageShape?, isOpen: Bool, at time: Int64) {
    let shape = pages.shapes[index]
    let ratio = expandedRatios(at: time).ratio(of: index) { _ in shape }
    let target = stripLayout.configuration.ratioAlongAxis(forAspectRatio: size?.aspectRatio)
    let tween = Tween(from: ratio, to: target, at: time, duration: fadeDuration)
    scroll.changeRatio(ofPageAt: index, along: tween, isOpen: isOpen)
  }
}
