// SPDX-License-Identifier: Apache-2.0

import GallerySharing
import GalleryTestSupport
import Testing
import ViewerKernel

/// The frame block against the frame of the session, field by field.
@Suite struct FrameBlockTests {
  @Test(arguments: 1...40)
  func blockHasTheNumbersOfTheFrame(seed: UInt32) throws {
    var program = TwinProgram(seed: seed)
    for call in 0..<400 {
      program.step()
      for writer in program.writers {
        let gallery = try #require(program.kernel.sharedGallery(writer.handle))
        let address = program.kernel.galleryFrame(writer.handle, program.time)
        let frame = gallery.session.frame(at: .nanoseconds(Int64(program.time)))
        let expected = Self.numbers(of: frame, gallery)
        let found = program.kernel.numbers(at: address, count: expected.count)
        try #require(found == expected, "seed \(seed), call \(call)")
      }
    }
  }

  /// The block of a frame, written from the table of the interface.
  private static func numbers(of frame: GalleryFrame, _ gallery: SharedGallery) -> [Double] {
    let stages: [UpdateStage] = [.none, .collapse, .close, .waiting, .grow, .rollback]
    let flags =
      (frame.isAnimating ? 1 : 0) + (frame.isEmpty ? 2 : 0) + (gallery.isSourceLost ? 4 : 0)
      + (gallery.isClosed ? 8 : 0)
    var header: [Double] = [
      nanoseconds(frame.time), frame.activePage.map { Double($0.rawValue) } ?? -1,
      frame.activeIndex.map { Double($0) } ?? -1, Double(gallery.session.count), frame.position,
      frame.focus, frame.expansionRate, Double(stages.firstIndex(of: frame.stage) ?? -1),
      Double(flags), gallery.nextBoundary().map(nanoseconds) ?? -1, Double(frame.preview.count),
      Double(frame.strip.count), frame.viewport.preview.width, frame.viewport.preview.height,
      frame.viewport.strip.width, frame.viewport.strip.height, Double(gallery.pagesVersion),
      Double(gallery.sourceVersion), Double(gallery.shared.openRequestCount),
    ]
    header += Array(repeating: 0, count: 32 - header.count)
    return header + frame.preview.flatMap(numbers) + frame.strip.flatMap(numbers)
  }

  private static func nanoseconds(_ time: Duration) -> Double {
    Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds / 1_000_000_000)
  }

  private static func numbers(of cell: PreviewCell) -> [Double] {
    [
      Double(cell.id.rawValue), Double(cell.index), cell.pageDistance, cell.center.x,
      cell.center.y, cell.size.width, cell.size.height, cell.scale, cell.alpha,
      cell.contentRect.minX, cell.contentRect.minY, cell.contentRect.size.width,
      cell.contentRect.size.height, cell.parallaxOffset, cell.contentBlend,
      Double(16 * cell.contentVersion + cell.zIndex + 1),
    ]
  }

  private static func numbers(of cell: StripCell) -> [Double] {
    [
      Double(cell.id.rawValue), Double(cell.index), cell.expansion, cell.center.x, cell.center.y,
      cell.size.width, cell.size.height, 1, cell.alpha, cell.crop.minX, cell.crop.minY,
      cell.crop.size.width, cell.crop.size.height, 0, 1,
      Double(16 * cell.contentVersion + cell.zIndex + 1),
    ]
  }
}
