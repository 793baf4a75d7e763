// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

/// Histories of two writers give equal orders and events through `SharedGallery` and through the
/// kernel.
///
/// `GALLERY_KERNEL_HISTORIES` sets their number, at least 4.
@Suite struct TwoWriterHistoryTests {
  private static let count = max(4, TestEnvironment.number("GALLERY_KERNEL_HISTORIES") ?? 2000)

  @Test(arguments: 0..<4)
  func sharedGalleryAndKernelAgree(part: Int) {
    let first = TestEnvironment.randomSeed + 1
    for number in stride(from: part, to: Self.count, by: 4) {
      let seed = first + UInt64(number)
      guard let reason = Self.failure(seed: seed, steps: 40) else { continue }
      // The beginning of the history that fails first.
      let steps = (1...40).first { Self.failure(seed: seed, steps: $0) != nil } ?? 40
      Issue.record(
        "seed \(seed), \(steps) steps: \(Self.failure(seed: seed, steps: steps) ?? reason)")
      return
    }
  }

  private static func failure(seed: UInt64, steps: Int) -> String? {
    do {
      let isEqual = try TwoWriterHistory.endsWithEqualOrders(seed: seed, steps: steps)
      return isEqual ? nil : "orders differ in the end"
    } catch {
      return "\(error)"
    }
  }
}
