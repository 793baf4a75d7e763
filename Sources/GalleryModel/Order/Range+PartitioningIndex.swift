// SPDX-License-Identifier: Apache-2.0

extension Range<Int> {
  /// Returns the first element that satisfies a monotone condition, `upperBound` if there is none.
  ///
  /// Once the condition is true, it must be true for all later elements.
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
