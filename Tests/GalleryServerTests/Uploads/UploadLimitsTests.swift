// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GalleryServer

/// The ranges of limits, outside of which their sums and dates would overflow.
struct UploadLimitsTests {
  @Test func theDefaultAndTheEndsOfTheRangesAreValid() {
    #expect(UploadLimits().areValid)
    var limits = UploadLimits()
    (limits.maximumByteCount, limits.maximumFileCount, limits.lifetime) = (0, 0, .zero)
    limits.minimumFreeByteCount = 0
    #expect(limits.areValid)
    (limits.maximumByteCount, limits.maximumFileCount) = (.max, .max)
    (limits.lifetime, limits.minimumFreeByteCount) = (.seconds(366 * 24 * 3_600), 1 << 60)
    #expect(limits.areValid)
  }

  @Test func othersAreNot() {
    let changes: [(inout UploadLimits) -> Void] = [
      { $0.maximumByteCount = -1 }, { $0.maximumFileCount = -1 },
      { $0.lifetime = .nanoseconds(-1) }, { $0.lifetime = .seconds(366 * 24 * 3_600 + 1) },
      { $0.minimumFreeByteCount = -1 }, { $0.minimumFreeByteCount = (1 << 60) + 1 },
      { $0.minimumFreeByteCount = .max }, { $0.lifetime = .seconds(Int64.max) },
    ]
    for (place, change) in changes.enumerated() {
      var limits = UploadLimits()
      change(&limits)
      #expect(!limits.areValid, "change \(place)")
    }
  }
}
