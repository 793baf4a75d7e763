// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel
import GalleryTestSupport
import Testing

/// The results of the example programs in the articles about the companions of the gallery.
struct CompanionExampleTests {
  @Test func exampleReviewsCards() throws {
    var discarded: [PageID] = []
    func discard(_ page: PageID) { discarded.append(page) }

    var stack = try CardStack(pages: [1, 2, 3], container: Size(width: 300, height: 400))
    try stack.beginDrag(location: Point(x: 150, y: 100), at: .zero)
    try stack.drag(translation: Point(x: -170, y: 10), at: .milliseconds(16))
    try stack.endDrag(velocity: Point(x: -600, y: 0), at: .milliseconds(32))

    for event in stack.advance(to: .milliseconds(48)) {
      if case .swiped(let page, .left, _) = event { discard(page) }
    }
    stack.undo(at: .seconds(1))

    #expect(discarded == [1])
    #expect(stack.topPage == 1)
  }

  @Test func exampleSelectsSideBySide() throws {
    var matches: [[Int]] = []
    func match(_ front: Int, _ back: Int) { matches.append([front, back]) }

    var selector = try SplitSelector(count: 6, viewport: Size(width: 375, height: 667))
    selector.beginDrag(.right, at: .zero)
    try selector.drag(.right, translation: -200, at: .milliseconds(16))
    try selector.endDrag(.right, velocity: -300, at: .milliseconds(32))

    for event in selector.advance(to: .seconds(1)) {
      if case .selectionChanged(.right, _, let back, _) = event { match(0, back) }
    }

    #expect(matches == [[0, 1]])
  }

  @Test func exampleShowsDetails() throws {
    var drawer = try Drawer(viewport: Size(width: 375, height: 667))
    try drawer.setHeight(.measured(320), of: .advanced, at: .zero)
    drawer.set(.normal, at: .zero)
    _ = drawer.advance(to: .seconds(1))

    drawer.beginDrag(at: .seconds(1))
    try drawer.drag(translation: -60, at: .milliseconds(1016))
    try drawer.endDrag(velocity: -400, at: .milliseconds(1032))

    #expect(drawer.state == .shown(.advanced))
    #expect(drawer.frame(at: .seconds(3)).height == 320)
  }

  @Test func exampleLetsPagesAppear() throws {
    var drawn: [(page: PageID, rect: Rect, alpha: Double)] = []
    func draw(_ page: PageID, _ rect: Rect, _ alpha: Double) { drawn.append((page, rect, alpha)) }
    let frame = try GallerySession(
      pages: [Page(id: 7), Page(id: 8)],
      viewport: GalleryViewport(
        preview: Size(width: 375, height: 601), strip: Size(width: 375, height: 66))
    ).frame(at: .zero)

    var configuration = AppearanceTracker.Configuration()
    configuration.effect = .slide
    configuration.stagger = .milliseconds(50)
    var tracker = try AppearanceTracker(configuration: configuration)

    tracker.sample(frame.strip.map { AppearanceItem(page: $0.id, row: $0.index) }, at: frame.time)
    for cell in frame.strip {
      let appearance = tracker.appearance(of: cell.id, at: frame.time)
      let rect = Rect(center: cell.center, size: cell.size)
      draw(cell.id, appearance.applied(to: rect), cell.alpha * appearance.alpha)
    }

    #expect(drawn.map(\.page) == [7, 8])
    #expect(drawn.map(\.rect.center.x) == frame.strip.map { $0.center.x - 50 })
  }

  @Test func exampleZoomsAPage() throws {
    var session = try GallerySession(
      pages: [Page(id: 7), Page(id: 8)],
      viewport: GalleryViewport(
        preview: Size(width: 375, height: 601), strip: Size(width: 375, height: 66)))

    var zoom = try PageZoom(viewport: Size(width: 375, height: 601))
    try zoom.show(7, aspectRatio: 0.75, at: .zero)
    try zoom.doubleTap(location: Point(x: 187.5, y: 300.5), at: .zero)
    _ = zoom.advance(to: .seconds(1))

    zoom.beginDrag(at: .seconds(1))
    session.beginDrag(.preview, at: .seconds(1))
    if let excess = try zoom.drag(translation: Point(x: -250, y: 0), at: .seconds(1)) {
      try session.drag(translation: excess.x, at: .seconds(1))
    }
    if let velocity = try zoom.endDrag(velocity: Point(x: -900, y: 0), at: .seconds(1)) {
      try session.endDrag(velocity: velocity.x, at: .seconds(1))
    }

    // 187.5 points of the page, 62.5 for the gallery.
    #expect(session.frame(at: .seconds(1)).position.isApproximately(62.5 / 375, tolerance: 1e-9))
    #expect(session.frame(at: .seconds(9)).activePage == 8)
  }
}
