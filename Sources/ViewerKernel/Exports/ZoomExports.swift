// SPDX-License-Identifier: Apache-2.0

#if hasFeature(Embedded)

  @_expose(wasm, "zoomDoubleTap")
  func zoomDoubleTap(_ handle: Double, _ x: Double, _ y: Double, _ time: Double) -> Double {
    kernel.zoomDoubleTap(handle, x, y, time)
  }

  @_expose(wasm, "zoomBeginPinch")
  func zoomBeginPinch(_ handle: Double, _ x: Double, _ y: Double, _ time: Double) -> Double {
    kernel.zoomBeginPinch(handle, x, y, time)
  }

  @_expose(wasm, "zoomPinch")
  func zoomPinch(
    _ handle: Double, _ scale: Double, _ x: Double, _ y: Double, _ time: Double
  ) -> Double {
    kernel.zoomPinch(handle, scale, x, y, time)
  }

  @_expose(wasm, "zoomEndPinch")
  func zoomEndPinch(_ handle: Double, _ time: Double) -> Double {
    kernel.zoomEndPinch(handle, time)
  }

  @_expose(wasm, "zoomBeginDrag")
  func zoomBeginDrag(_ handle: Double, _ time: Double) -> Double {
    kernel.zoomBeginDrag(handle, time)
  }

  @_expose(wasm, "zoomDrag")
  func zoomDrag(_ handle: Double, _ x: Double, _ y: Double, _ time: Double) -> Double {
    kernel.zoomDrag(handle, x, y, time)
  }

  @_expose(wasm, "zoomEndDrag")
  func zoomEndDrag(_ handle: Double, _ x: Double, _ y: Double, _ time: Double) -> Double {
    kernel.zoomEndDrag(handle, x, y, time)
  }

  @_expose(wasm, "zoomCancelDrag")
  func zoomCancelDrag(_ handle: Double, _ time: Double) -> Double {
    kernel.zoomCancelDrag(handle, time)
  }

  @_expose(wasm, "zoomOpen")
  func zoomOpen(
    _ width: Double, _ height: Double, _ maximumScale: Double, _ doubleTapScale: Double,
    _ speed: Double, _ reducedMotion: Double, _ time: Double
  ) -> Double {
    kernel.zoomOpen(width, height, maximumScale, doubleTapScale, speed, reducedMotion, time)
  }

  @_expose(wasm, "zoomRelease")
  func zoomRelease(_ handle: Double) -> Double {
    kernel.zoomRelease(handle)
  }

  @_expose(wasm, "zoomShow")
  func zoomShow(_ handle: Double, _ page: Double, _ ratio: Double, _ time: Double) -> Double {
    kernel.zoomShow(handle, page, ratio, time)
  }

  @_expose(wasm, "zoomSetViewport")
  func zoomSetViewport(
    _ handle: Double, _ width: Double, _ height: Double, _ time: Double
  ) -> Double {
    kernel.zoomSetViewport(handle, width, height, time)
  }

  @_expose(wasm, "zoomAdvance")
  func zoomAdvance(_ handle: Double, _ time: Double) -> Double {
    kernel.zoomAdvance(handle, time)
  }

  @_expose(wasm, "zoomFrame")
  func zoomFrame(_ handle: Double, _ time: Double) -> Double {
    kernel.zoomFrame(handle, time)
  }

  @_expose(wasm, "zoomNextBoundary")
  func zoomNextBoundary(_ handle: Double) -> Double {
    kernel.zoomNextBoundary(handle)
  }

#endif
