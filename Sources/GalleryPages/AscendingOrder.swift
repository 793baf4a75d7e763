// SPDX-License-Identifier: Apache-2.0

// `sorted(by:)` would be compiled anew for each element type and each comparison, which makes the kernel of
// the viewer larger by about a tenth. Here everything is sorted as whole numbers, by one merge sort.

extension [UInt64] {
  /// The indexes of the numbers in ascending order of these; those of equal numbers are ascending.
  ///
  /// - Complexity: O(n log n), O(n) if the numbers are ascending.
  @inline(never)
  package var ascendingPlaces: [Int] {
    var places = [Int](indices)
    guard !isAscending else { return places }
    var merged = places
    var width = 1
    while width < count {
      for start in stride(from: 0, to: count, by: 2 * width) {
        merge(places, start, Swift.min(start + width, count), &merged)
      }
      swap(&places, &merged)
      width *= 2
    }
    return places
  }

  private var isAscending: Bool {
    for index in indices.dropFirst() where self[index] < self[index - 1] { return false }
    return true
  }

  /// Merges the places of the ascending part before `middle` with those of the equally long part after it.
  private func merge(_ places: [Int], _ start: Int, _ middle: Int, _ merged: inout [Int]) {
    let end = Swift.min(2 * middle - start, count)
    var (left, right) = (start, middle)
    for place in start..<end {
      let takesLeft =
        right == end || (left < middle && self[places[left]] <= self[places[right]])
      merged[place] = places[takesLeft ? left : right]
      if takesLeft { left += 1 } else { right += 1 }
    }
  }

  /// The numbers in ascending order.
  ///
  /// - Complexity: O(n log n).
  package var ascending: [UInt64] { ascending { $0 } }
}

extension Int {
  /// A number with the same order that is not negative.
  package var ascendingKey: UInt64 { UInt64(bitPattern: Int64(self)) ^ (1 << 63) }
}

extension [Int] {
  /// The numbers in ascending order.
  ///
  /// - Complexity: O(n log n).
  package var ascending: [Int] { ascending { $0.ascendingKey } }
}

extension Array {
  /// Returns the elements in ascending order of a number; those with equal numbers keep their order.
  ///
  /// - Parameter key: Returns the number of an element.
  /// - Returns: The sorted elements.
  /// - Complexity: O(n log n).
  package func ascending(by key: (Element) -> UInt64) -> [Element] {
    map(key).ascendingPlaces.map { self[$0] }
  }
}
