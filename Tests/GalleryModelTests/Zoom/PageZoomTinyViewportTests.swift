// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import Testing

/// Viewports so small that a velocity relative to the page overflows.
@Suite struct PageZoomTinyViewportTests {
  @Test func releaseInATinyViewportDoesNotMoveThePage() throws {
    let side = Double.leastNonzeroMagnitude
    var zoom = try PageZoom(viewport: Size(width: side, height: side))
    try zoom.show(7, aspectRatio: 1, at: .zero)
    try zoom.doubleTap(location: .zero, at: .zero)
    zoom.beginDrag(at: .seconds(1))
    try zoom.drag(translation: .zero, at: .seconds(1))
    try zoom.endDrag(velocity: Point(x: 1000, y: 1000), at: .seconds(1))

    #expect(zoom.nextBoundary() == nil)
  }
}
