// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

/// Histories of two writers give equal orders and events through `SharedGallery`, which the actor of
/// a service hosts, and through the kernel.
///
/// `GALLERY_KERNEL_HISTORIES` sets their number.
@Suite struct TwoWriterHistoryTests {
  private static let count = TestEnvironment.number("GALLERY_KERNEL_HISTORIES") ?? 2000

  @Test(arguments: 0..<4)
  func actorAndKernelAgree(part: Int) throws {
    let first = TestEnvironment.randomSeed + 1
    for number in stride(from: part, to: Self.count, by: 4) {
      let seed = first + UInt64(number)
      do {
        let isEqual = try TwoWriterHistory.endsWithEqualOrders(seed: seed, steps: 40)
        #expect(isEqual, "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
  }
}
