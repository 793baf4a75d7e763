// SPDX-License-Identifier: Apache-2.0

/// The inputs of the list of pages that will be needed soon.
struct PrefetchScope: Hashable, Sendable {
  /// The active page.
  var active: Int

  /// The page on which the driver will come to rest.
  var target: Int?

  /// The page nearest to the position.
  var nearest: Int

  /// 1 if the position is after the nearest page, -1 if it is before, 0 if it is at the page.
  var lean: Int

  /// The visible thumbnails.
  var visible: Range<Int>

  /// 1 for a motion to later pages, -1 to earlier ones, 0 at rest.
  var direction: Int

  /// The number of pages.
  var count: Int

  /// The scope of a gallery without pages.
  static var empty: Self {
    Self(active: 0, target: nil, nearest: 0, lean: 0, visible: 0..<0, direction: 0, count: 0)
  }
}

extension PrefetchScope {
  /// Returns the indexes of the pages to prefetch, the most urgent one first, without repetition.
  ///
  /// The order is: the active page, the page where the motion ends and its neighbors, the neighbors
  /// of the active page, the visible thumbnails by their distance from the middle, and the given
  /// number of pages beyond them: in the direction of a motion, and on both sides at rest. Of two
  /// equally urgent pages, the one in the direction of motion comes first, at rest the later one.
  func wanted(ahead: Int) -> [Int] {
    guard count > 0 else { return [] }
    let front = closest
    return front + (outward + beyond(ahead: ahead)).filter { !front.contains($0) }
  }

  private var forward: Int { direction < 0 ? -1 : 1 }

  /// The most urgent pages, at most six.
  private var closest: [Int] {
    var result: [Int] = []
    func add(_ index: Int) {
      if (0..<count).contains(index), !result.contains(index) { result.append(index) }
    }
    add(active)
    if let target {
      add(target)
      add(target + forward)
      add(target - forward)
    }
    add(active + forward)
    add(active - forward)
    return result
  }

  /// The visible pages, from the nearest one outward.
  ///
  /// Between two pages, those on the side of the position are nearer than their counterparts,
  /// because collapsed thumbnails have equal distances.
  private var outward: [Int] {
    guard !visible.isEmpty else { return [] }
    let middle = min(max(nearest, visible.lowerBound), visible.upperBound - 1)
    let reach = max(middle - visible.lowerBound, visible.upperBound - 1 - middle)
    let side = lean == 0 ? forward : lean
    var result = [middle]
    if reach > 0 {
      for distance in 1...reach {
        result += [middle + side * distance, middle - side * distance].filter {
          visible.contains($0)
        }
      }
    }
    return result
  }

  /// Returns the pages beyond the visible ones, or beyond the active one if no thumbnail is
  /// visible.
  private func beyond(ahead: Int) -> [Int] {
    let shown = visible.isEmpty ? active..<active + 1 : visible
    let later = Array(shown.upperBound..<min(count, shown.upperBound + ahead))
    let earlier = Array((max(0, shown.lowerBound - ahead)..<shown.lowerBound).reversed())
    if direction != 0 { return direction > 0 ? later : earlier }
    var result: [Int] = []
    for place in 0..<max(later.count, earlier.count) {
      if place < later.count { result.append(later[place]) }
      if place < earlier.count { result.append(earlier[place]) }
    }
    return result
  }
}
