// SPDX-License-Identifier: Apache-2.0

#if hasFeature(Embedded)

  @_expose(wasm, "trackerOpen")
  func trackerOpen(
    _ effect: Double, _ policy: Double, _ stagger: Double, _ speed: Double, _ reducedMotion: Double,
    _ time: Double
  ) -> Double {
    kernel.trackerOpen(effect, policy, stagger, speed, reducedMotion, time)
  }

  @_expose(wasm, "trackerRelease")
  func trackerRelease(_ handle: Double) -> Double {
    kernel.trackerRelease(handle)
  }

  @_expose(wasm, "trackerSample")
  func trackerSample(_ handle: Double, _ count: Double, _ time: Double) -> Double {
    kernel.trackerSample(handle, count, time)
  }

  @_expose(wasm, "trackerReset")
  func trackerReset(_ handle: Double, _ page: Double, _ time: Double) -> Double {
    kernel.trackerReset(handle, page, time)
  }

  @_expose(wasm, "trackerAppearances")
  func trackerAppearances(_ handle: Double, _ count: Double, _ time: Double) -> Double {
    kernel.trackerAppearances(handle, count, time)
  }

  @_expose(wasm, "trackerAdvance")
  func trackerAdvance(_ handle: Double, _ time: Double) -> Double {
    kernel.trackerAdvance(handle, time)
  }

  @_expose(wasm, "trackerNextBoundary")
  func trackerNextBoundary(_ handle: Double) -> Double {
    kernel.trackerNextBoundary(handle)
  }

#endif
