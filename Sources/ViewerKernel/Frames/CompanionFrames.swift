// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GallerySharing

// The frames of the companions, each of a fixed length.
extension NumberRegion {
  /// Writes the frame of a zoom.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - zoom: The zoom.
  ///   - rest: The velocity that the last release left for paging.
  func write(_ frame: ZoomFrame, of zoom: PageZoom, velocity rest: Point) {
    clear()
    let flags = frame.isAnimating.number + 2 * frame.isZoomed.number
    let (content, fitted) = (frame.contentRect, zoom.fittedSize)
    let numbers: [20 of Double] = [
      frame.time.number, frame.page.number, frame.viewport.width, frame.viewport.height,
      frame.scale, content.origin.x, content.origin.y, content.size.width, content.size.height,
      frame.excess.x, frame.excess.y, flags, zoom.nextBoundary().number, zoom.targetScale,
      fitted.width, fitted.height, rest.x, rest.y, 0, 0,
    ]
    for place in numbers.indices { append(numbers[place]) }
  }

  /// Writes the frame of a drawer.
  func write(_ frame: DrawerFrame, of drawer: Drawer) {
    clear()
    let (stage, state) = frame.stage.numbers
    let content = frame.content.map { $0.number } ?? -1
    let numbers: [12 of Double] = [
      frame.time.number, frame.viewport.width, frame.viewport.height, frame.mode.number, stage,
      state, content, frame.height, frame.y, frame.isAnimating.number,
      drawer.nextBoundary().number, 0,
    ]
    for place in numbers.indices { append(numbers[place]) }
  }

  /// Writes the appearance of a page.
  func append(_ appearance: Appearance) {
    append(appearance.xScale)
    append(appearance.yScale)
    append(appearance.offset.x)
    append(appearance.offset.y)
    append(appearance.alpha)
  }
}
