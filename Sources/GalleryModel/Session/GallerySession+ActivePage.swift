// SPDX-License-Identifier: Apache-2.0

// The active page, which is the one nearest to the position, the later one of two. With a
// hysteresis `h` it changes from `a` upward where the position reaches `a + 1/2 + h`, and downward
// where it falls below `a - 1/2 - h`. During a jump it is the target.
extension GallerySession {
  /// Updates the active page from the driver, and reports a change.
  mutating func followActivePage(at time: Int64) {
    if activeIndex != nil {
      switch driver {
      case .jump(let jump): scroll.activate(jump.page)
      case .idle, .drag, .settle: scroll.activate(nearestIndex(to: position(at: time)))
      }
    }
    reportActivePage(at: time)
  }

  private func nearestIndex(to position: Double) -> Int {
    let (upper, lower) = thresholds
    var nearest: Int? = activePlace
    if let upper, position >= upper { nearest = page(nearestTo: position - hysteresis) }
    if let lower, position < lower { nearest = page(nearestTo: position + hysteresis) }
    return nearest ?? activePlace
  }

  private var hysteresis: Double { configuration.hysteresis }

  /// The positions at which the active page changes, upward and downward; `nil` at the ends.
  var thresholds: (upper: Double?, lower: Double?) {
    let (upper, lower) = midpoints(around: activePlace)
    return (upper.map { $0 + hysteresis }, lower.map { $0 - hysteresis })
  }

  private mutating func reportActivePage(at time: Int64) {
    let page = activePage
    guard page != announcements.activePage else { return }
    let previous = announcements.replace(activePage: page)
    outbox.append(.activeChanged(from: previous, to: page, at: Duration(galleryTime: time)))
  }
}
