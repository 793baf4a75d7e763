// SPDX-License-Identifier: Apache-2.0

extension Array {
  /// Shorter arrays: without one half, then without one element.
  public var shrinks: [Self] {
    guard !isEmpty else { return [] }
    let half = count / 2
    let halves = count > 1 ? [Array(self[half...]), Array(self[..<half])] : []
    let withoutOne = indices.map { index in
      var copy = self
      copy.remove(at: index)
      return copy
    }
    return halves + withoutOne
  }
}

extension Int {
  /// Integers closer to zero: zero, half the value, the adjacent one.
  public var shrinks: [Int] {
    self == 0 ? [] : [0, self / 2, self - signum()].uniqued(except: self)
  }
}

extension Double {
  /// Simpler numbers: zero, one, the integer part, and half of a large integer.
  ///
  /// A fraction only shrinks to integers, and these step towards zero, so shrinking ends.
  public var shrinks: [Double] {
    guard self != 0, self != 1 else { return self == 1 ? [0] : [] }
    let whole = rounded(.towardZero)
    let next = whole == self && magnitude > 1 ? [(self / 2).rounded(.towardZero)] : [whole]
    return ([0, 1] + next).uniqued(except: self)
  }
}

extension Array where Element: Equatable {
  fileprivate func uniqued(except excluded: Element) -> Self {
    reduce(into: []) { result, element in
      if element != excluded, !result.contains(element) { result.append(element) }
    }
  }
}
