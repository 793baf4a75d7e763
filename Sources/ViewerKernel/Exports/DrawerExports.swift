// SPDX-License-Identifier: Apache-2.0

#if hasFeature(Embedded)

  @_expose(wasm, "drawerTap")
  func drawerTap(_ handle: Double, _ time: Double) -> Double {
    kernel.drawerTap(handle, time)
  }

  @_expose(wasm, "drawerBeginDrag")
  func drawerBeginDrag(_ handle: Double, _ time: Double) -> Double {
    kernel.drawerBeginDrag(handle, time)
  }

  @_expose(wasm, "drawerDrag")
  func drawerDrag(_ handle: Double, _ translation: Double, _ time: Double) -> Double {
    kernel.drawerDrag(handle, translation, time)
  }

  @_expose(wasm, "drawerEndDrag")
  func drawerEndDrag(_ handle: Double, _ velocity: Double, _ time: Double) -> Double {
    kernel.drawerEndDrag(handle, velocity, time)
  }

  @_expose(wasm, "drawerCancelDrag")
  func drawerCancelDrag(_ handle: Double, _ time: Double) -> Double {
    kernel.drawerCancelDrag(handle, time)
  }

  @_expose(wasm, "drawerLock")
  func drawerLock(_ handle: Double, _ reason: Double, _ time: Double) -> Double {
    kernel.drawerLock(handle, reason, time)
  }

  @_expose(wasm, "drawerUnlock")
  func drawerUnlock(_ handle: Double, _ reason: Double, _ time: Double) -> Double {
    kernel.drawerUnlock(handle, reason, time)
  }

  @_expose(wasm, "drawerOpen")
  func drawerOpen(
    _ width: Double, _ height: Double, _ defaultHeight: Double, _ peekHeight: Double,
    _ tapExpands: Double, _ speed: Double, _ reducedMotion: Double, _ time: Double
  ) -> Double {
    kernel.drawerOpen(
      width, height, defaultHeight, peekHeight, tapExpands, speed, reducedMotion, time)
  }

  @_expose(wasm, "drawerRelease")
  func drawerRelease(_ handle: Double) -> Double {
    kernel.drawerRelease(handle)
  }

  @_expose(wasm, "drawerSetMode")
  func drawerSetMode(_ handle: Double, _ mode: Double, _ time: Double) -> Double {
    kernel.drawerSetMode(handle, mode, time)
  }

  @_expose(wasm, "drawerSetHeight")
  func drawerSetHeight(
    _ handle: Double, _ content: Double, _ kind: Double, _ points: Double, _ time: Double
  ) -> Double {
    kernel.drawerSetHeight(handle, content, kind, points, time)
  }

  @_expose(wasm, "drawerSetViewport")
  func drawerSetViewport(
    _ handle: Double, _ width: Double, _ height: Double, _ time: Double
  ) -> Double {
    kernel.drawerSetViewport(handle, width, height, time)
  }

  @_expose(wasm, "drawerAdvance")
  func drawerAdvance(_ handle: Double, _ time: Double) -> Double {
    kernel.drawerAdvance(handle, time)
  }

  @_expose(wasm, "drawerFrame")
  func drawerFrame(_ handle: Double, _ time: Double) -> Double {
    kernel.drawerFrame(handle, time)
  }

  @_expose(wasm, "drawerNextBoundary")
  func drawerNextBoundary(_ handle: Double) -> Double {
    kernel.drawerNextBoundary(handle)
  }

#endif
