// SPDX-License-Identifier: Apache-2.0

extension Range<Int> {
  /// Returns the first element that satisfies a condition which, once true, stays true for all
  /// later elements; `upperBound` if there is none.
  func partitioningIndex(where condition: (Int) -> Bool) -> Int {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = low + (high - low) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
