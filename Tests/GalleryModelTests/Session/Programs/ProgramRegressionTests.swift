// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// Regressions found by random programs.
struct ProgramRegressionTests {
  @Test func narrowThumbnailsKeepTheirLengthWhenAJumpStarts() throws {
    let gallery = GallerySetup(count: 2, sizes: [PixelSize(width: 1, height: 5)])
    var session = try gallery.makeSession()
    session.beginDrag(.strip, at: .zero)
    try session.drag(translation: -0.45, at: .zero)

    let before = session.frame(at: .zero)
    try session.goTo(index: 0, at: .zero)
    let after = session.frame(at: .zero)

    for (cell, old) in zip(after.strip, before.strip) {
      #expect(cell.size.width.isApproximately(old.size.width, tolerance: 0.01))
    }
  }
}
