// SPDX-License-Identifier: Apache-2.0

// Positions and targets during a change of the pages. Positions are in old indexes, and targets are
// places in the new order. Without a change, and during a rollback, both are the same.
extension GallerySession {
  /// The transaction that leads to a new order.
  private var coming: Transaction? {
    guard let transaction, transaction.leadsToNewOrder else { return nil }
    return transaction
  }

  /// Returns the positions of the ends of the strip at a time.
  func limits(at time: Int64) -> ClosedRange<Double> {
    transaction.map { $0.layout(at: time).limits } ?? 0...Double(max(0, pages.count - 1))
  }

  /// The positions of the ends of the strip when everything is at rest.
  var finalLimits: ClosedRange<Double> {
    coming?.finalLimits ?? 0...Double(max(0, pages.count - 1))
  }

  /// Returns the page that takes the role of another one in the new order, `nil` if no page is
  /// left.
  func successor(of index: Int) -> Int? {
    guard let coming else { return index }
    return coming.map.successor(of: index)
  }

  /// Returns the position at which a page that is not deleted is in the middle in the new order.
  func restingPosition(of index: Int) -> Int {
    guard let coming else { return index }
    return coming.map.newIndex(of: index) - coming.shift
  }

  /// Returns the page nearest to a position in the new order, the later one of two.
  func page(nearestTo position: Double) -> Int? {
    guard let coming else {
      return pages.count == 0
        ? nil : position.roundedHalfUp().clampedIndex(last: pages.count - 1)
    }
    return coming.map.survivor(nearestTo: position + Double(coming.shift))
  }

  /// Returns the positions at which the next or the previous page becomes the nearest, `nil` at the
  /// ends.
  func midpoints(around index: Int) -> (upper: Double?, lower: Double?) {
    guard let coming else {
      return (
        index < pages.count - 1 ? Double(index) + 0.5 : nil, index > 0 ? Double(index) - 0.5 : nil
      )
    }
    let place = coming.map.newIndex(of: index)
    func middle(_ other: Int?) -> Double? {
      other.map { Double(place + $0) / 2 - Double(coming.shift) }
    }
    return (
      middle(coming.map.survivor(atOrAfter: place + 1)),
      middle(coming.map.survivor(atOrBefore: place - 1))
    )
  }
}
