// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// What is seen while the pages change.
struct TransactionFrameTests {
  @Test func newPageInTheFocusIsJumpedToAfterTheCommit() throws {
    let example = GalleryExample(activeIndex: 1)
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    session.enqueue(.insert(Page(id: 900), at: 6, focus: .inserted), at: .zero)

    _ = try session.advance(to: .milliseconds(149), source: &source)
    #expect(session.activePage == GalleryExample.id(1))
    _ = try session.advance(to: .milliseconds(150), source: &source)
    #expect(session.activePage == 900)
    #expect(session.position(at: 150) == 1)
    #expect(session.position(at: 300) == 3.5)
    _ = try session.advance(to: .seconds(1), source: &source)
    #expect(session.position(at: 1000) == 6)
  }

  @Test func replacedPageTakesItsShapeAndBlends() throws {
    var example = GalleryExample()
    example.aspectRatios = [1, 1]
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    session.enqueue(.replace(.index(0), with: try PageSize(aspectRatio: 2)), at: .zero)
    _ = try session.advance(to: .zero, source: &source)

    for (time, progress) in [(0, 0), (75, 0.5), (150, 1.0)] {
      let frame = session.frame(at: .milliseconds(time))
      let width = try #require(frame.cell(0)).size.width
      #expect(width.isApproximately(66 * (1 + progress), tolerance: 1e-9))
      let page = try #require(frame.preview.first)
      #expect(page.contentBlend.isApproximately(progress, tolerance: 1e-9))
      #expect(page.contentVersion == 1)
    }
  }

  @Test func firstPageOfAnEmptyGalleryGrows() throws {
    var example = GalleryExample()
    example.aspectRatios = []
    var session = try example.session()
    var source = ArraySource(pages: [])
    session.enqueue(.insert(Page(id: 900, size: try PageSize(aspectRatio: 1)), at: 0), at: .zero)
    _ = try session.advance(to: .zero, source: &source)

    #expect(session.activePage == 900)
    for (time, width) in [(0, 0.0), (75, 33), (150, 66)] {
      let frame = session.frame(at: .milliseconds(time))
      guard width > 0 else { continue }
      let cell = try #require(frame.cell(0))
      #expect(cell.center.x == 187.5)
      #expect(cell.alpha.isApproximately(width / 66, tolerance: 1e-9))
    }
    #expect(session.frame(at: .milliseconds(150)).cell(0)?.size.width == 66)
  }

  /// Areas of other sizes change neither the position nor the times of a change.
  @Test(arguments: [50, 200, 300, 350, 420])
  func noAreaDoesNotDisturb(time: Int) throws {
    let example = GalleryExample(activeIndex: 2)
    let request = UpdateRequest.batch([
      .delete(.index(2)), .insert(Page(id: 900), at: 5), .replace(.index(3), with: nil),
    ])
    var (session, source) = (try example.session(), ArraySource(pages: example.pages))
    var (calm, other) = (session, source)
    session.enqueue(request, at: .zero)
    calm.enqueue(request, at: .zero)

    _ = try session.advance(to: .milliseconds(time), source: &source)
    try session.setViewport(.zero, at: .milliseconds(time))
    #expect(session.frame(at: .milliseconds(time)).strip.isEmpty)
    _ = try session.advance(to: .milliseconds(time + 15), source: &source)
    try session.setViewport(example.viewport, at: .milliseconds(time + 15))

    _ = try calm.advance(to: .milliseconds(440), source: &other)
    _ = try session.advance(to: .milliseconds(440), source: &source)
    #expect(session.frame(at: .milliseconds(440)) == calm.frame(at: .milliseconds(440)))
  }

  /// A mirrored gallery shows the mirror image, a vertical one the transpose.
  @Test(arguments: [0, 50, 100, 200, 300, 400, 450, 500])
  func directionsAreMirrorImages(time: Int) throws {
    let request = UpdateRequest.batch([
      .delete(.index(1)), .move(.index(0), to: 3), .insert(Page(id: 900), at: 2),
    ])
    var frames: [GalleryFrame] = []
    for (axis, direction) in [
      (Axis.horizontal, LayoutDirection.leftToRight), (.horizontal, .rightToLeft),
      (.vertical, .leftToRight),
    ] {
      var example = GalleryExample(activeIndex: 1)
      example.aspectRatios = Array(repeating: 1, count: 6)
      example.configuration.axis = axis
      example.configuration.direction = direction
      if axis == .vertical {
        example.viewport = GalleryViewport(
          preview: Size(width: 601, height: 375), strip: Size(width: 66, height: 375))
      }
      var session = try example.session()
      var source = ArraySource(pages: example.pages)
      session.enqueue(request, at: .zero)
      _ = try session.advance(to: .milliseconds(time), source: &source)
      frames.append(session.frame(at: .milliseconds(time)))
    }
    #expect(frames[0].strip.map(\.id) == frames[1].strip.map(\.id))
    #expect(frames[0].strip.map(\.id) == frames[2].strip.map(\.id))
    for place in frames[0].strip.indices {
      let (cell, mirrored) = (frames[0].strip[place], frames[1].strip[place])
      let turned = frames[2].strip[place]
      #expect(mirrored.center.x.isApproximately(375 - cell.center.x, tolerance: 1e-9))
      #expect(turned.center.y.isApproximately(cell.center.x, tolerance: 1e-9))
      #expect(turned.size.height.isApproximately(cell.size.width, tolerance: 1e-9))
    }
  }
}
