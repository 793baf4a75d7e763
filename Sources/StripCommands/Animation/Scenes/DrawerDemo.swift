// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel
import StripRendering

/// A demo in which a panel with thumbnails is pulled up, thrown down, opened by a tap, and replaced
/// by the one for editing.
struct DrawerDemo: SceneDemo {
  let duration = Duration.milliseconds(6600)
  private let stage: SceneStage
  private var drawer: Drawer
  private var timetable = Timetable<Drawer>()

  private static let columns = 4
  /// The space between thumbnails and around them, in points.
  private static let margin = 12.0
  /// The height of the panel above the thumbnails, which holds the handle, in points.
  private static let headerHeight = 30.0
  /// The height of the panel below the thumbnails, in points.
  private static let footerHeight = 14.0
  private static let handleSize = Size(width: 44, height: 5)
  /// The distance from the upper edge of the panel to the center of the handle, in points.
  private static let handleOffset = 14.0
  /// The thickness of the line that separates a white panel from a white page, in points.
  private static let edgeThickness = 1.5
  /// The duration of a drag, in seconds.
  private static let dragDuration = 0.3

  init(_ stage: SceneStage) throws {
    self.stage = stage
    drawer = try Drawer(viewport: stage.size)
    // The height of a row, and the number of rows.
    let row = Self.side(stage) + Self.margin
    let rows = (Double(stage.pages.count) / Double(Self.columns)).rounded(.up)
    let frameHeight = Self.headerHeight + Self.footerHeight
    try drawer.setHeight(.lastItemEnd(frameHeight + row), of: .normal, at: .zero)
    try drawer.setHeight(.lastItemEnd(frameHeight + rows * row), of: .advanced, at: .zero)
    try drawer.setHeight(.lastItemEnd(frameHeight + 2 * row), of: .editNormal, at: .zero)
    // Times in seconds, translations downward in points, velocities in points per second.
    timetable.at(0.3) { $0.set(.normal, at: $1) }
    drag(from: 1.4, by: -150, velocity: -900)
    drag(from: 2.9, by: 120, velocity: 2600)
    timetable.at(4.1) { $0.tap(at: $1) }
    timetable.at(5.1) { $0.set(.edit, at: $1) }
  }

  /// The side of the square in which a thumbnail is fitted, in points.
  private static func side(_ stage: SceneStage) -> Double {
    (stage.size.width - margin) / Double(columns) - margin
  }

  /// Adds a drag, with a translation in points, downward if positive.
  private mutating func drag(from start: Double, by translation: Double, velocity: Double) {
    timetable.at(start) { $0.beginDrag(at: $1) }
    timetable.sweep(from: start, lasting: Self.dragDuration) { drawer, share, time in
      try drawer.drag(translation: translation * share, at: time)
    }
    timetable.at(start + Self.dragDuration) { try $0.endDrag(velocity: velocity, at: $1) }
  }

  mutating func items(at time: Duration) throws -> [SceneItem] {
    try timetable.play(&drawer, until: time)
    _ = drawer.advance(to: time)
    let frame = drawer.frame(at: time)
    let whole = Rect(origin: .zero, size: stage.size)
    var items: [SceneItem] = []
    if let page = stage.pages.first?.id {
      let rect = stage.fitted(page, in: whole)
      items.append(SceneItem(.page(page, size: rect.size), picture: rect))
    }
    guard frame.height > 0 else { return items }
    let panel = Rect(
      origin: Point(x: 0, y: frame.y), size: Size(width: stage.size.width, height: frame.height))
    let edge = Rect(
      origin: Point(x: 0, y: frame.y - Self.edgeThickness),
      size: Size(width: stage.size.width, height: Self.edgeThickness))
    items.append(SceneItem(.color(.panel), picture: panel))
    items.append(SceneItem(.color(.mark), picture: edge))
    let handle = Rect(
      center: Point(x: stage.size.width / 2, y: frame.y + Self.handleOffset),
      size: Self.handleSize)
    items.append(SceneItem(.color(.mark), picture: handle))
    return items + thumbnails(below: frame.y + Self.headerHeight)
  }

  private func thumbnails(below y: Double) -> [SceneItem] {
    let side = Self.side(stage)
    return stage.pages.indices.map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
      let slot = Rect(
        origin: Point(
          x: Self.margin + Double(column) * (side + Self.margin),
          y: y + Double(row) * (side + Self.margin)),
        size: Size(width: side, height: side))
      let rect = stage.fitted(stage.pages[index].id, in: slot)
      return SceneItem(.page(stage.pages[index].id, size: rect.size), picture: rect)
    }
  }
}
