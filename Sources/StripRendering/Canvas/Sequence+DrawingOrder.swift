// SPDX-License-Identifier: Apache-2.0

extension Sequence {
  /// Returns the elements from the lowest to the highest, equally high ones in their own order.
  func inDrawingOrder(by zIndex: (Element) -> Int) -> [Element] {
    // `sort` does not guarantee stability; comparing the position does.
    enumerated()
      .map { (zIndex: zIndex($0.element), offset: $0.offset, element: $0.element) }
      .sorted { ($0.zIndex, $0.offset) < ($1.zIndex, $1.offset) }
      .map(\.element)
  }
}
