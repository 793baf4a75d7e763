// SPDX-License-Identifier: Apache-2.0

import ViewerKernel

extension TwinProgram {
  mutating func useZoom(_ operation: Int) -> Double {
    let (kind, x, y) = (next(8), next(375), next(600))
    switch operation {
    case 51:
      let page = next(3)
      add(kernel.zoomShow(zoom, page, ratio(), time))
      add(kernel.zoomDoubleTap(zoom, x, y, time))
    case 52:
      if kind == 0 { add(kernel.zoomBeginPinch(zoom, x, y, time)) }
      add(kernel.zoomPinch(zoom, (1 + next(40)) / 8, x, y, time))
      if kind == 7 { add(kernel.zoomEndPinch(zoom, time)) }
    default:
      if kind == 0 { add(kernel.zoomBeginDrag(zoom, time)) }
      add(kernel.zoomDrag(zoom, x - 187, y - 300, time))
      if kind == 7 { add(kernel.zoomEndDrag(zoom, 4 * x - 750, y, time)) }
    }
    add(kernel.zoomAdvance(zoom, time))
    _ = kernel.checksumAddRecords()
    addNumbers(kernel.zoomFrame(zoom, time), 20)
    return kernel.zoomNextBoundary(zoom)
  }

  mutating func useDrawer() -> Double {
    let (kind, number) = (next(8), next(400))
    let remainder = number.truncatingRemainder(dividingBy: 4)
    switch kind {
    case 0: add(kernel.drawerSetMode(drawer, remainder, time))
    case 1: add(kernel.drawerSetHeight(drawer, remainder, 1, number, time))
    case 2: add(kernel.drawerTap(drawer, time))
    case 3: add(kernel.drawerBeginDrag(drawer, time))
    case 4: add(kernel.drawerLock(drawer, 1, time))
    case 5: add(kernel.drawerUnlock(drawer, 1, time))
    case 6: add(kernel.drawerDrag(drawer, number - 200, time))
    default: add(kernel.drawerEndDrag(drawer, 10 * number - 2000, time))
    }
    add(kernel.drawerAdvance(drawer, time))
    _ = kernel.checksumAddRecords()
    addNumbers(kernel.drawerFrame(drawer, time), 12)
    return kernel.drawerNextBoundary(drawer)
  }

  mutating func useTracker() -> Double {
    let first = next(200)
    kernel.write([first, 0, first, first + 1, 0, first + 1])
    add(kernel.trackerSample(tracker, 2, time))
    if next(8) == 0 { add(kernel.trackerReset(tracker, first, time)) }
    add(kernel.trackerAdvance(tracker, time))
    _ = kernel.checksumAddRecords()
    kernel.write([first, first + 1])
    addNumbers(kernel.trackerAppearances(tracker, 2, time), 10)
    return kernel.trackerNextBoundary(tracker)
  }

  private func addNumbers(_ address: Double, _ count: Int) {
    for number in kernel.numbers(at: address, count: count) { add(number) }
  }
}
