// SPDX-License-Identifier: Apache-2.0

/// The side at which horizontal content starts.
///
/// It mirrors only the drawing. Indexes and scroll positions keep their logical order.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// The first item is the leftmost one.
  case leftToRight

  /// The first item is the rightmost one.
  case rightToLeft
}

#if !hasFeature(Embedded)
  extension LayoutDirection: Codable {}
#endif
