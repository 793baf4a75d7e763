// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel
import StripRendering

/// A demo in which two columns are matched.
struct SplitDemo: SceneDemo {
  let duration = Duration.milliseconds(6200)
  private let stage: SceneStage
  private var selector: SplitSelector
  private var timetable = Timetable<SplitSelector>()
  private var frame = SplitSelectorFrame()

  init(_ stage: SceneStage) throws {
    self.stage = stage
    selector = try SplitSelector(count: stage.pages.count, viewport: stage.size)
    let last = stage.pages.count - 1
    drag(.right, from: 0.4, by: -140, velocity: -900)
    drag(.left, from: 1.5, by: -140, velocity: -900)
    drag(.right, from: 2.6, by: -200, velocity: -2600)
    timetable.at(3.9) { try $0.select(min(2, last), in: .left, at: $1) }
    timetable.at(4.8) { $0.shuffle(seed: 7, at: $1) }
  }

  private mutating func drag(
    _ side: SplitSide, from start: Double, by translation: Double, velocity: Double
  ) {
    timetable.at(start) { $0.beginDrag(side, at: $1) }
    timetable.sweep(from: start, lasting: 0.25) { selector, share, time in
      try selector.drag(side, translation: translation * share, at: time)
    }
    timetable.at(start + 0.25) { try $0.endDrag(side, velocity: velocity, at: $1) }
  }

  mutating func items(at time: Duration) throws -> [SceneItem] {
    try timetable.play(&selector, until: time)
    _ = selector.advance(to: time)
    selector.frame(at: time, into: &frame)
    return (frame.left + frame.right).map { item(of: $0) } + frame.headers.map { item(of: $0) }
  }

  private func item(of row: SplitRow) -> SceneItem {
    let page = stage.pages[row.index].id
    let window = row.frame
    let picture = stage.filled(page, around: window)
    let largest = Size(
      width: picture.size.width / row.scale, height: picture.size.height / row.scale)
    return SceneItem(
      .page(page, size: largest), picture: picture, window: window, alpha: row.alpha)
  }

  private func item(of header: SplitHeader) -> SceneItem {
    let center = Point(x: header.center.x, y: header.center.y + header.translation)
    let rect = Rect(
      center: center, size: Size(width: header.size.width, height: header.size.height / 3))
    return SceneItem(.color(.panel), picture: rect, alpha: header.alpha)
  }
}
