// SPDX-License-Identifier: Apache-2.0

import GallerySharing

// Values as the numbers that a script reads.
extension Duration {
  /// The time in whole nanoseconds.
  var number: Double { Double(Int64(galleryTime: self)) }
}

extension Bool {
  var number: Double { self ? 1 : 0 }
}

extension PageID {
  var number: Double { Double(rawValue) }
}

extension PageID? {
  /// The ID, -1 for no page.
  var number: Double { map { $0.number } ?? -1 }
}

extension PageShape? {
  /// The ratio, NaN if it is unknown.
  var number: Double { self?.aspectRatio ?? .nan }
}

extension Duration? {
  /// The time of a boundary, -1 for none.
  var number: Double { map { $0.number } ?? KernelCode.nothing.number }
}
