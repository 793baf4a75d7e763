// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewerKernel

/// The lists in the input region: their limits, and what is wrong with them.
@Suite struct ListTests {
  private let kernel = Kernel()

  private func openGallery(pages: [Double] = [1, 2, 3, 1, 1, 1, 0, 0, 0]) -> Double {
    kernel.write(Array(repeating: .nan, count: 24) + pages)
    return kernel.galleryOpen(Double(pages.count / 3))
  }

  @Test func inputRegionHasALimit() {
    #expect(kernel.inputReserve(16_777_217) == KernelCode.tooLarge.number)
    #expect(kernel.inputReserve(-1) == KernelCode.outOfRange.number)
    #expect(kernel.inputReserve(0.5) == KernelCode.outOfRange.number)
    #expect(kernel.inputReserve(1000) > 0)
  }

  @Test func documentsHaveALimit() {
    #expect(kernel.galleryOpen(4_194_305) == KernelCode.tooLarge.number)
    #expect(kernel.galleryOpen(4_194_304) == KernelCode.invalidList.number)
  }

  @Test(
    arguments: [
      ([1, 1, 1, 1, 0, 0], KernelCode.duplicatePage), ([-1, 1, 0], .outOfRange),
      ([1.5, 1, 0], .outOfRange), ([1, 0, 0], .outOfRange), ([1, -1, 0], .outOfRange),
      ([1, .infinity, 0], .outOfRange), ([1, 1, -1], .outOfRange),
      ([1, 1, 2_147_483_648], .outOfRange), ([9_007_199_254_740_992, 1, 0], .outOfRange),
    ] as [([Double], KernelCode)])
  func invalidPagesHaveACode(pages: [Double], code: KernelCode) {
    #expect(openGallery(pages: pages) == code.number)
  }

  @Test(
    arguments: [
      // A count that exceeds the list, one that is not whole, numbers behind the change.
      [4, 1, 9, 0, 0, 0, 1], [4, 1, 0.5, 0, 0, 0], [4, 1, 1, 0, 0, 0, 1, 1],
      // Parts of a change that is known by its version only.
      [4, 0, 1, 0, 0, 0, 1], [4, 2, 0, 0, 0, 0], [4, 1, 0, 1, 0, 0, 0, -1, 1, 0],
      [4, 1, 0, 0, 0, 1, 0, -1, -1], [.nan, 1, 0, 0, 0, 0],
    ] as [[Double]])
  func invalidChangesHaveACodeAndNoEffect(list: [Double]) {
    let handle = openGallery()
    kernel.write(list)
    let result = kernel.galleryChange(handle, 1, Double(list.count), 0)

    #expect([KernelCode.invalidList.number, KernelCode.outOfRange.number].contains(result))
    kernel.write([1, 1, 1, 0, 0, 0, 0])
    #expect(kernel.galleryChange(handle, 1, 7, 0) == 1)
  }

  @Test func changeNeedsAllItsNumbers() {
    let handle = openGallery()
    let change: [Double] = [1, 1, 1, 1, 1, 1, 0, 2, 9, 1, 0, 2, 0, 1, 1, -1]
    for length in 0..<change.count {
      kernel.write(change)
      let result = kernel.galleryChange(handle, 1, Double(length), 0)
      #expect(result == KernelCode.invalidList.number, "\(length)")
    }
    kernel.write(change)
    #expect(kernel.galleryChange(handle, 1, Double(change.count), 0) == 1)
  }

  /// A list ends where the script made room for it, although earlier lists are behind it.
  @Test func listsEndWithWhatWasReserved() {
    let handle = openGallery()
    let tracker = kernel.trackerOpen(.nan, .nan, .nan, .nan, .nan, 0)
    let pages: [Double] = [1, 2, 3, 1, 1, 1, 0, 0, 0]
    let change: [Double] = [1, 1, 1, 0, 0, 0, 0]
    let calls: [(list: [Double], call: () -> Double)] = [
      (Array(repeating: .nan, count: 24) + pages, { kernel.galleryOpen(3) }),
      ([1, 1, .nan, 0, 0, 0], { kernel.galleryEnqueue(handle, 1, 0) }),
      (change, { kernel.galleryChange(handle, 1, 7, 0) }),
      (change, { kernel.galleryConflict(handle, 1, 1, 1, 7, 0) }),
      (pages, { kernel.galleryKnownPages(handle, 1, 1, 3, 0) }),
      ([1, 0, 0, 2, 0, 1], { kernel.trackerSample(tracker, 2, 0) }),
      ([1, 2], { kernel.trackerAppearances(tracker, 2, 0) }),
    ]
    for (number, (list, call)) in calls.enumerated() {
      kernel.write(list)
      _ = kernel.inputReserve(Double(list.count - 1))
      #expect(call() == KernelCode.invalidList.number, "call \(number)")
      kernel.write(list)
      #expect(call() >= 0, "call \(number)")
    }
  }

  /// A refused reservation leaves the list as it was.
  @Test func refusedReservationHasNoEffect() {
    let handle = openGallery()
    kernel.write([1, 1, 1, 0, 0, 0, 0])
    for count in [-1, 0.5, .nan, 16_777_217] { #expect(kernel.inputReserve(count) < 0) }
    #expect(kernel.galleryChange(handle, 1, 7, 0) == 1)
  }

  @Test func editsHaveALimit() {
    let handle = openGallery()
    #expect(kernel.galleryEnqueue(handle, 262_145, 0) == KernelCode.tooLarge.number)
    #expect(kernel.galleryEnqueue(handle, 262_144, 0) == KernelCode.invalidList.number)
    kernel.write(Array(repeating: [1, 1, .nan, 0, 0, 0], count: 4097).flatMap { $0 })
    #expect(kernel.galleryEnqueue(handle, 4097, 0) > 0)
    kernel.write([5, 1, .nan, 0, 0, 0])
    #expect(kernel.galleryEnqueue(handle, 1, 0) == KernelCode.outOfRange.number)
  }

  /// Settings beyond the defined ones must be absent.
  @Test func reservedSettingIsEmpty() {
    kernel.write(Array(repeating: .nan, count: 23) + [1])
    #expect(kernel.galleryOpen(0) == KernelCode.outOfRange.number)
  }
}
