// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing
import ViewerKernel

/// Calls with any numbers return a value, or a code and have no effect.
@Suite struct HostileCallTests {
  @Test(arguments: 1...50)
  func callsWithAnyNumbersReturn(seed: UInt64) {
    var program = HostileProgram(seed: seed)
    var refusals = 0

    for number in 0..<2000 {
      let (result, twin) = program.call()
      let code = KernelCode.allCases.first { $0.number == result }
      #expect(result.isNaN || result >= 0 || code != nil, "seed \(seed), call \(number)")
      #expect(result.bitPattern == twin.bitPattern, "seed \(seed), call \(number)")
      if result < 0 { refusals += 1 }
    }
    #expect(refusals < 1950, "some calls should have an effect")
  }

  @Test func unknownHandleHasACode() {
    let kernel = Kernel()
    for handle in [0, 1, -1, 0.5, .nan, .infinity, 1e300] {
      #expect(kernel.galleryAdvance(handle, 0) == KernelCode.invalidHandle.number)
      #expect(kernel.zoomFrame(handle, 0) == KernelCode.invalidHandle.number)
      #expect(kernel.drawerTap(handle, 0) == KernelCode.invalidHandle.number)
      #expect(kernel.trackerRelease(handle) == KernelCode.invalidHandle.number)
    }
  }

  @Test func invalidTimeHasACodeAndNoEffect() {
    let kernel = Kernel()
    let zoom = kernel.zoomOpen(375, 600, .nan, .nan, .nan, .nan, 0)
    for time in [-1, 0.5, .nan, .infinity, 9_007_199_254_740_992] {
      #expect(kernel.zoomAdvance(zoom, time) == KernelCode.invalidTime.number)
    }
    #expect(kernel.zoomAdvance(zoom, 9_007_199_254_740_991) == 0)
  }

  @Test func handlesAreNeverUsedTwice() {
    let kernel = Kernel()
    let first = kernel.trackerOpen(.nan, .nan, .nan, .nan, .nan, 0)
    #expect(kernel.trackerRelease(first) == 1)
    #expect(kernel.trackerOpen(.nan, .nan, .nan, .nan, .nan, 0) > first)
    #expect(kernel.trackerRelease(first) == KernelCode.invalidHandle.number)
    // A handle of another kind is none.
    #expect(kernel.zoomRelease(first + 1) == KernelCode.invalidHandle.number)
  }

  @Test func openModelsAreLimited() {
    let kernel = Kernel()
    for _ in 0..<64 { #expect(kernel.zoomOpen(1, 1, .nan, .nan, .nan, .nan, 0) > 0) }
    #expect(kernel.zoomOpen(1, 1, .nan, .nan, .nan, .nan, 0) == KernelCode.tooLarge.number)
  }
}
