// SPDX-License-Identifier: Apache-2.0

public import GalleryCompanions
import GalleryModel

/// The models of the other interactions in motion, with any number of pages.
public enum SampleCompanions {
  /// 1,024 times within the motion of all samples.
  public static let times: [Duration] = (0..<1024).map { .microseconds(1_000 + 100 * $0) }

  /// Returns a stack with one card flying away while the next one is dragged.
  ///
  /// - Parameter count: The number of pages.
  /// - Returns: A stack.
  /// - Throws: `CardStackError`, which it never does.
  public static func cardStack(count: Int) throws -> CardStack {
    var stack = try CardStack(
      pages: (0..<count).map { PageID(UInt64($0)) }, container: Size(width: 300, height: 400))
    stack.swipe(.left, at: .zero)
    try stack.beginDrag(location: Point(x: 150, y: 100), at: .zero)
    try stack.drag(translation: Point(x: 40, y: 10), at: .zero)
    return stack
  }

  /// Returns a selector whose columns jump to the middle of the items.
  ///
  /// - Parameter count: The number of items.
  /// - Returns: A selector.
  /// - Throws: `SplitSelectorError`, which it never does.
  public static func splitSelector(count: Int) throws -> SplitSelector {
    var selector = try SplitSelector(
      count: count, viewport: Size(width: 375, height: 667), left: count / 2, right: count / 3)
    selector.beginDrag(.left, at: .zero)
    try selector.drag(.left, translation: -110, at: .zero)
    selector.beginDrag(.right, at: .zero)
    try selector.drag(.right, translation: 70, at: .zero)
    // The headers change over for 0.15 s.
    _ = selector.advance(to: .zero)
    return selector
  }

  /// Returns a drawer in motion to the height of some items, 44 points each.
  ///
  /// - Parameter count: The number of items.
  /// - Returns: A drawer.
  /// - Throws: `DrawerError`, which it never does.
  public static func drawer(count: Int) throws -> Drawer {
    var drawer = try Drawer(viewport: Size(width: 375, height: 667))
    try drawer.setHeight(.lastItemEnd(44 * Double(count)), of: .normal, at: .zero)
    drawer.set(.normal, at: .zero)
    return drawer
  }

  /// Returns a zoom that expands the last one of some pages.
  ///
  /// - Parameter count: The number of pages.
  /// - Returns: A zoom.
  /// - Throws: `ZoomError`, which it never does.
  public static func zoom(count: Int) throws -> PageZoom {
    var zoom = try PageZoom(viewport: Size(width: 375, height: 601))
    try zoom.show(PageID(UInt64(count - 1)), aspectRatio: 0.707, at: .zero)
    try zoom.doubleTap(location: Point(x: 120, y: 400), at: .zero)
    return zoom
  }

  /// Returns a tracker that has seen all pages except the visible ones, which are appearing.
  ///
  /// - Parameter count: The number of pages.
  /// - Returns: A tracker, and the visible pages.
  /// - Throws: `AppearanceError`, which it never does.
  public static func appearance(count: Int) throws -> (AppearanceTracker, [AppearanceItem]) {
    var tracker = try AppearanceTracker(at: .seconds(-10))
    let items = (0..<count).map { AppearanceItem(page: PageID(UInt64($0)), row: $0) }
    let visible = Array(items.suffix(10))
    tracker.sample(Array(items.dropLast(10)), at: .seconds(-10))
    _ = tracker.advance(to: .seconds(-5))
    tracker.sample(visible, at: .zero)
    return (tracker, visible)
  }
}
