// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// One edit at every index of a gallery, for every active page.
struct EditPlaceTests {
  /// The pages after an edit that keeps the active page, which stays centered at all times.
  private func expectStillness(
    _ active: Int, _ request: UpdateRequest, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [PageID] {
    let example = GalleryExample(activeIndex: active)
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    session.enqueue(request, at: .zero)
    for time in stride(from: 0, through: 800, by: 25) {
      _ = try session.advance(to: .milliseconds(time), source: &source)
      let frame = session.frame(at: .milliseconds(time))
      let cell = frame.strip.first { $0.id == GalleryExample.id(active) }
      let page = frame.preview.first { $0.id == GalleryExample.id(active) }
      #expect(frame.activePage == GalleryExample.id(active), sourceLocation: sourceLocation)
      #expect(cell?.center.x == 187.5, "at \(time)", sourceLocation: sourceLocation)
      #expect(cell?.expansion == 1, "at \(time)", sourceLocation: sourceLocation)
      #expect(page?.pageDistance == 0, "at \(time)", sourceLocation: sourceLocation)
    }
    #expect(!session.frame(at: .milliseconds(800)).isAnimating, sourceLocation: sourceLocation)
    #expect(session.pageIDs == source.pages.map(\.id), sourceLocation: sourceLocation)
    return session.pageIDs
  }

  /// Also at both ends, and at the gaps on both sides of the active page.
  @Test(arguments: 0...6, 0..<6)
  func insertionKeepsTheFocus(gap: Int, active: Int) throws {
    var expected = (0..<6).map(GalleryExample.id)
    expected.insert(900, at: gap)

    let page = Page(id: 900, size: try PageShape(aspectRatio: 2))
    #expect(try expectStillness(active, .insert(page, at: gap)) == expected)
  }

  /// Also from end to end, of neighbors, across the active page and of the active page.
  @Test(arguments: 0..<6, 0..<6)
  func moveKeepsTheFocus(source: Int, destination: Int) throws {
    var expected = (0..<6).map(GalleryExample.id)
    expected.insert(expected.remove(at: source), at: destination)

    for active in 0..<6 {
      #expect(try expectStillness(active, .move(.index(source), to: destination)) == expected)
    }
  }

  /// Pages of known and unknown shape, the active page and others.
  @Test(arguments: 0..<6, [nil, 0.2, 0.5, 1, 5, 1e-9, 1e9] as [Double?])
  func replacementKeepsTheFocus(index: Int, ratio: Double?) throws {
    let size = try ratio.map { try PageShape(aspectRatio: $0) }
    for active in 0..<6 {
      let order = try expectStillness(active, .replace(.index(index), with: size))
      #expect(order == (0..<6).map(GalleryExample.id))
    }
  }

  @Test(arguments: [0.75, nil])
  func pageOfUnknownShapeIsReplaced(ratio: Double?) throws {
    var example = GalleryExample()
    example.aspectRatios = [nil, 1]
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    let size = try ratio.map { try PageShape(aspectRatio: $0) }
    session.enqueue(.replace(.index(0), with: size), at: .zero)
    _ = try session.advance(to: .seconds(1), source: &source)

    let frame = session.frame(at: .seconds(1))
    #expect(frame.cell(0)?.size.width == 66 * (ratio ?? 0.5))
    #expect(frame.preview.first?.contentVersion == 1)
  }
}
