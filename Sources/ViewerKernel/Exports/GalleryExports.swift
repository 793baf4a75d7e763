// SPDX-License-Identifier: Apache-2.0

#if hasFeature(Embedded)

  @_expose(wasm, "galleryDelete")
  func galleryDelete(_ handle: Double, _ page: Double, _ time: Double) -> Double {
    kernel.galleryDelete(handle, page, time)
  }

  @_expose(wasm, "galleryDeleteActive")
  func galleryDeleteActive(_ handle: Double, _ time: Double) -> Double {
    kernel.galleryDeleteActive(handle, time)
  }

  @_expose(wasm, "galleryInsert")
  func galleryInsert(
    _ handle: Double, _ page: Double, _ ratio: Double, _ version: Double, _ index: Double,
    _ options: Double, _ time: Double
  ) -> Double {
    kernel.galleryInsert(handle, page, ratio, version, index, options, time)
  }

  @_expose(wasm, "galleryMove")
  func galleryMove(
    _ handle: Double, _ page: Double, _ index: Double, _ options: Double, _ time: Double
  ) -> Double {
    kernel.galleryMove(handle, page, index, options, time)
  }

  @_expose(wasm, "galleryReplace")
  func galleryReplace(_ handle: Double, _ page: Double, _ ratio: Double, _ time: Double) -> Double {
    kernel.galleryReplace(handle, page, ratio, time)
  }

  @_expose(wasm, "galleryRotate")
  func galleryRotate(_ handle: Double, _ page: Double, _ turns: Double, _ time: Double) -> Double {
    kernel.galleryRotate(handle, page, turns, time)
  }

  @_expose(wasm, "galleryEnqueue")
  func galleryEnqueue(_ handle: Double, _ count: Double, _ time: Double) -> Double {
    kernel.galleryEnqueue(handle, count, time)
  }

  @_expose(wasm, "galleryCancel")
  func galleryCancel(_ handle: Double, _ ticket: Double, _ time: Double) -> Double {
    kernel.galleryCancel(handle, ticket, time)
  }

  @_expose(wasm, "galleryAdvance")
  func galleryAdvance(_ handle: Double, _ time: Double) -> Double {
    kernel.galleryAdvance(handle, time)
  }

  @_expose(wasm, "galleryFrame")
  func galleryFrame(_ handle: Double, _ time: Double) -> Double {
    kernel.galleryFrame(handle, time)
  }

  @_expose(wasm, "galleryNextBoundary")
  func galleryNextBoundary(_ handle: Double) -> Double {
    kernel.galleryNextBoundary(handle)
  }

  @_expose(wasm, "galleryPageCount")
  func galleryPageCount(_ handle: Double) -> Double {
    kernel.galleryPageCount(handle)
  }

  @_expose(wasm, "galleryPageAt")
  func galleryPageAt(_ handle: Double, _ index: Double) -> Double {
    kernel.galleryPageAt(handle, index)
  }

  @_expose(wasm, "galleryIndexOf")
  func galleryIndexOf(_ handle: Double, _ page: Double) -> Double {
    kernel.galleryIndexOf(handle, page)
  }

  @_expose(wasm, "galleryLogicalCount")
  func galleryLogicalCount(_ handle: Double) -> Double {
    kernel.galleryLogicalCount(handle)
  }

  @_expose(wasm, "galleryLogicalPageAt")
  func galleryLogicalPageAt(_ handle: Double, _ index: Double) -> Double {
    kernel.galleryLogicalPageAt(handle, index)
  }

  @_expose(wasm, "galleryLogicalIndexOf")
  func galleryLogicalIndexOf(_ handle: Double, _ page: Double) -> Double {
    kernel.galleryLogicalIndexOf(handle, page)
  }

  @_expose(wasm, "galleryRatioOf")
  func galleryRatioOf(_ handle: Double, _ page: Double) -> Double {
    kernel.galleryRatioOf(handle, page)
  }

  @_expose(wasm, "galleryContentVersionOf")
  func galleryContentVersionOf(_ handle: Double, _ page: Double) -> Double {
    kernel.galleryContentVersionOf(handle, page)
  }

  @_expose(wasm, "galleryHitTest")
  func galleryHitTest(
    _ handle: Double, _ surface: Double, _ x: Double, _ y: Double, _ time: Double
  ) -> Double {
    kernel.galleryHitTest(handle, surface, x, y, time)
  }

  @_expose(wasm, "galleryPages")
  func galleryPages(_ handle: Double) -> Double {
    kernel.galleryPages(handle)
  }

  @_expose(wasm, "galleryBeginDrag")
  func galleryBeginDrag(_ handle: Double, _ surface: Double, _ time: Double) -> Double {
    kernel.galleryBeginDrag(handle, surface, time)
  }

  @_expose(wasm, "galleryDrag")
  func galleryDrag(_ handle: Double, _ translation: Double, _ time: Double) -> Double {
    kernel.galleryDrag(handle, translation, time)
  }

  @_expose(wasm, "galleryEndDrag")
  func galleryEndDrag(_ handle: Double, _ velocity: Double, _ time: Double) -> Double {
    kernel.galleryEndDrag(handle, velocity, time)
  }

  @_expose(wasm, "galleryCancelDrag")
  func galleryCancelDrag(_ handle: Double, _ time: Double) -> Double {
    kernel.galleryCancelDrag(handle, time)
  }

  @_expose(wasm, "galleryTap")
  func galleryTap(_ handle: Double, _ x: Double, _ y: Double, _ time: Double) -> Double {
    kernel.galleryTap(handle, x, y, time)
  }

  @_expose(wasm, "galleryGoTo")
  func galleryGoTo(_ handle: Double, _ page: Double, _ animated: Double, _ time: Double) -> Double {
    kernel.galleryGoTo(handle, page, animated, time)
  }

  @_expose(wasm, "gallerySetViewport")
  func gallerySetViewport(
    _ handle: Double, _ previewWidth: Double, _ previewHeight: Double, _ stripWidth: Double,
    _ stripHeight: Double, _ time: Double
  ) -> Double {
    kernel.gallerySetViewport(handle, previewWidth, previewHeight, stripWidth, stripHeight, time)
  }

  @_expose(wasm, "gallerySetRatio")
  func gallerySetRatio(_ handle: Double, _ page: Double, _ ratio: Double, _ time: Double) -> Double
  {
    kernel.gallerySetRatio(handle, page, ratio, time)
  }

  @_expose(wasm, "gallerySetReducedMotion")
  func gallerySetReducedMotion(_ handle: Double, _ isReduced: Double, _ time: Double) -> Double {
    kernel.gallerySetReducedMotion(handle, isReduced, time)
  }

  @_expose(wasm, "galleryOpen")
  func galleryOpen(_ count: Double) -> Double {
    kernel.galleryOpen(count)
  }

  @_expose(wasm, "galleryClose")
  func galleryClose(_ handle: Double, _ time: Double) -> Double {
    kernel.galleryClose(handle, time)
  }

  @_expose(wasm, "galleryRelease")
  func galleryRelease(_ handle: Double) -> Double {
    kernel.galleryRelease(handle)
  }

  @_expose(wasm, "galleryReceipt")
  func galleryReceipt(
    _ handle: Double, _ number: Double, _ version: Double, _ pageCount: Double, _ time: Double
  ) -> Double {
    kernel.galleryReceipt(handle, number, version, pageCount, time)
  }

  @_expose(wasm, "galleryConflict")
  func galleryConflict(
    _ handle: Double, _ number: Double, _ version: Double, _ count: Double, _ length: Double,
    _ time: Double
  ) -> Double {
    kernel.galleryConflict(handle, number, version, count, length, time)
  }

  @_expose(wasm, "galleryKnownPages")
  func galleryKnownPages(
    _ handle: Double, _ number: Double, _ version: Double, _ count: Double, _ time: Double
  ) -> Double {
    kernel.galleryKnownPages(handle, number, version, count, time)
  }

  @_expose(wasm, "galleryKnownVersion")
  func galleryKnownVersion(
    _ handle: Double, _ number: Double, _ version: Double, _ time: Double
  ) -> Double {
    kernel.galleryKnownVersion(handle, number, version, time)
  }

  @_expose(wasm, "galleryChange")
  func galleryChange(_ handle: Double, _ number: Double, _ length: Double, _ time: Double) -> Double
  {
    kernel.galleryChange(handle, number, length, time)
  }

  @_expose(wasm, "galleryEndChanges")
  func galleryEndChanges(_ handle: Double, _ number: Double, _ time: Double) -> Double {
    kernel.galleryEndChanges(handle, number, time)
  }

  @_expose(wasm, "galleryFailure")
  func galleryFailure(_ handle: Double, _ number: Double, _ code: Double, _ time: Double) -> Double
  {
    kernel.galleryFailure(handle, number, code, time)
  }

  @_expose(wasm, "galleryGone")
  func galleryGone(_ handle: Double, _ number: Double, _ time: Double) -> Double {
    kernel.galleryGone(handle, number, time)
  }

  @_expose(wasm, "galleryNoteGone")
  func galleryNoteGone(_ handle: Double, _ time: Double) -> Double {
    kernel.galleryNoteGone(handle, time)
  }

#endif
