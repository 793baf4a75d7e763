// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

@testable import GalleryReplay
@testable import StripCommands

struct ReplayTimeTests {
  static let times: [(String, Int64?)] = [
    ("0", 0), ("0.3", 300_000_000), ("0.1", 100_000_000), ("1e-9", 1), ("1E2", 100_000_000_000),
    ("0.0000000004", 0), ("0.0000000005", 1), ("0.9999999995", 1_000_000_000),
    ("0.3000000000000000000000000000000000000000000000000", 300_000_000),
    ("1000000000.123456789", 1_000_000_000_123_456_789), ("2305843009.213693952", 1 << 61),
    ("2305843009.2136939524", 1 << 61), ("2305843009.2136939525", nil), ("2305843010", nil),
    ("9999999999", nil), ("1e11", nil), ("1e100", nil), ("-0.000000001", nil), ("-0", 0),
  ]

  @Test(arguments: times)
  func secondsBecomeWholeNanoseconds(text: String, nanoseconds: Int64?) throws {
    let decimal = try JSONDecoder().decode(Decimal.self, from: Data(text.utf8))

    #expect(ReplayTime(seconds: decimal)?.nanoseconds == nanoseconds)
  }

  @Test(arguments: [
    (Int64(0), "0"), (1, "0.000000001"), (300_000_000, "0.3"), (1_000_000_000, "1"),
    (1_050_000_000, "1.05"), (-1_500_000_000, "-1.5"), (1 << 61, "2305843009.213693952"),
  ])
  func timesArePrintedExactly(nanoseconds: Int64, text: String) {
    let found = [UInt8](seconds: .nanoseconds(nanoseconds))

    #expect(String(decoding: found, as: UTF8.self) == text)
  }

  @Test func timesReadBackAsTheyWere() {
    checkProperty(
      seed: 8, runs: 2_000,
      generate: { Int64.random(in: 0...(1 << 61), using: &$0) }, shrink: { _ in [] },
      check: { nanoseconds in
        let text = String(decoding: [UInt8](seconds: .nanoseconds(nanoseconds)), as: UTF8.self)
        let decimal = try JSONDecoder().decode(Decimal.self, from: Data(text.utf8))
        return ReplayTime(seconds: decimal)?.nanoseconds == nanoseconds ? nil : text
      }
    )
  }

}
