// SPDX-License-Identifier: Apache-2.0

// While the pages change, positions count in old indexes and targets are places in the order to
// come. Without a change, and on the way back from one, both are the same.
extension GallerySession {
  /// The transaction whose order is to come.
  private var coming: Transaction? {
    guard let transaction, transaction.leadsToNewOrder else { return nil }
    return transaction
  }

  /// The positions of the ends at a time.
  func limits(at time: Int64) -> ClosedRange<Double> {
    transaction.map { $0.layout(at: time).limits } ?? 0...Double(max(0, pages.count - 1))
  }

  /// The positions of the ends when everything has come to rest.
  var finalLimits: ClosedRange<Double> {
    coming?.finalLimits ?? 0...Double(max(0, pages.count - 1))
  }

  /// The page that has the role of another one in the order to come, `nil` if no page is left.
  func successor(of index: Int) -> Int? {
    guard let coming else { return index }
    return coming.map.successor(of: index)
  }

  /// The position at which a page that stays is in the middle in the order to come.
  func restingPosition(of index: Int) -> Int {
    guard let coming else { return index }
    return coming.map.newIndex(of: index) - coming.shift
  }

  /// The page that is nearest to a position in the order to come, the later one of two.
  func page(nearestTo position: Double) -> Int? {
    guard let coming else {
      return pages.count == 0
        ? nil : position.roundedHalfUp().clampedIndex(last: pages.count - 1)
    }
    return coming.map.survivor(nearestTo: position + Double(coming.shift))
  }

  /// The positions at which the page after or before another one becomes the nearest, `nil` at the
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
