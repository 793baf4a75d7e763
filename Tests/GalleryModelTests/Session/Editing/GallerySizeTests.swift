// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Galleries of one, two and very many pages.
struct GallerySizeTests {
  @Test func twoPagesGoBackAndForth() throws {
    var session = try GalleryExample(aspectRatios: [1, 1.5]).session()

    try session.toss(.preview, by: 0.6, velocity: 0)
    #expect(session.position(at: 3000) == 1)
    try session.toss(.strip, by: -0.6, velocity: 0, at: 4000)
    #expect(session.position(at: 8000) == 0)
    try session.toss(.preview, by: 0.1, velocity: -400, at: 9000)
    #expect(session.position(at: 13_000) == 1)
    try session.goTo(index: 0, at: .seconds(14))

    #expect(session.position(at: 14_150) == 0.5)
    #expect(session.position(at: 14_300) == 0)
    // The last change happened at the jump, and before it at the midpoints.
    #expect(session.advance(to: .seconds(20)).withoutPrefetch.count == 4)
  }

  @Test func onlyPageIsAlwaysActive() throws {
    var session = try GalleryExample(aspectRatios: [1]).session()

    for surface in GallerySurface.allCases {
      for way in [-5.0, -0.5, 0.5, 5] {
        try session.toss(surface, by: way, velocity: -way * 1000)
        #expect(session.position(at: 30) * way > 0)
        #expect(session.active(at: 30) == 0)
        try session.goTo(index: 0, animated: false, at: .milliseconds(30))
        session = try GalleryExample(aspectRatios: [1]).session()
      }
    }
    try session.goTo(index: 0, at: .zero)
    #expect(!session.isAnimating(at: .zero))
    #expect(session.advance(to: .seconds(9)).withoutPrefetch.isEmpty)
  }

  @Test func millionPagesBehaveLikeFew() throws {
    let count = 1_000_000
    let pages = (0..<count).map { Page(id: PageID(UInt64($0))) }
    var session = try GallerySession(
      pages: pages, viewport: GalleryExample.phone, activeIndex: count - 1)
    #expect(session.index(of: 123_456) == 123_456)

    #expect(session.frame(at: .zero).strip.map(\.index) == Array(count - 6..<count))
    try session.goTo(page: 0, at: .zero)
    let half = session.frame(at: .milliseconds(150))
    #expect(half.position == 499_999.5)
    #expect(half.focus == 0)
    // Centers at 18.5 + 37 k are visible within 187.5 + 16.5 points.
    #expect(half.strip.count == 12)
    #expect(half.strip.allSatisfy { $0.expansion == 0 })
    #expect(session.frame(at: .seconds(1)).strip.map(\.index) == Array(0...5))
    try session.toss(.strip, by: 0, velocity: -1e5, at: 2000)
    // 2702.7 pages per second lead to a distance of 268.9 pages.
    #expect(session.position(at: 6000) == 269)
    try session.goTo(index: count - 1, animated: false, at: .seconds(7))
    try session.toss(.preview, by: 0.4, velocity: 0, at: 8000)
    let over = session.frame(at: .milliseconds(8020)).position - Double(count - 1)
    #expect(over.isApproximately(0.180328, tolerance: 1e-6))
    #expect(session.position(at: 12_000) == Double(count - 1))
    #expect(session.activePage == PageID(UInt64(count - 1)))
  }

  @Test func twoPagesAreNeverInAConflictAtAHalf() throws {
    // Exactly in the middle the later page is active, nearest and focused, on both surfaces.
    for surface in GallerySurface.allCases {
      var session = try GalleryExample(aspectRatios: [1, 1]).session()

      try session.pull(surface, by: 0.5)

      let frame = session.frame(at: .milliseconds(10))
      #expect(frame.position == 0.5)
      #expect(frame.activeIndex == 1)
      #expect(frame.preview.max { $0.zIndex < $1.zIndex }?.index == 1)
      #expect(frame.strip.map(\.expansion) == [frame.expansionRate / 2, frame.expansionRate / 2])
      #expect(frame.focus == (surface == .preview ? 0.5 : 1))
    }
  }
}
