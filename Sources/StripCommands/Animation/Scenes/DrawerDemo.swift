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

  init(_ stage: SceneStage) throws {
    self.stage = stage
    drawer = try Drawer(viewport: stage.size)
    // The height of a row, and the number of rows.
    let row = Self.side(stage) + Self.margin
    let rows = (Double(stage.pages.count) / Double(Self.columns)).rounded(.up)
    // 30 points above the thumbnails, and 14 below them.
    try drawer.setHeight(.lastItemEnd(44 + row), of: .normal, at: .zero)
    try drawer.setHeight(.lastItemEnd(44 + rows * row), of: .advanced, at: .zero)
    try drawer.setHeight(.lastItemEnd(44 + 2 * row), of: .editNormal, at: .zero)
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

  /// Adds a drag that lasts 0.3 seconds and moves by `way` points, downward if positive.
  private mutating func drag(from start: Double, by way: Double, velocity: Double) {
    timetable.at(start) { $0.beginDrag(at: $1) }
    timetable.sweep(from: start, lasting: 0.3) { drawer, share, time in
      try drawer.drag(translation: way * share, at: time)
    }
    timetable.at(start + 0.3) { try $0.endDrag(velocity: velocity, at: $1) }
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
    // Separates a white panel from a white page.
    let edge = Rect(
      origin: Point(x: 0, y: frame.y - 1.5), size: Size(width: stage.size.width, height: 1.5))
    items.append(SceneItem(.color(.panel), picture: panel))
    items.append(SceneItem(.color(.mark), picture: edge))
    let handle = Rect(
      center: Point(x: stage.size.width / 2, y: frame.y + 14), size: Size(width: 44, height: 5))
    items.append(SceneItem(.color(.mark), picture: handle))
    return items + thumbnails(below: frame.y + 30)
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
