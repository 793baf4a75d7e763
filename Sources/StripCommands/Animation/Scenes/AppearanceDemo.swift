// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel
import StripRendering

/// A demo in which pages appear in a grid: at the start and while scrolling down, but not while
/// scrolling back.
struct AppearanceDemo: SceneDemo {
  let duration = Duration.milliseconds(5200)
  private let stage: SceneStage
  private var tracker: AppearanceTracker

  private static let columns = 2
  private static let margin = 16.0

  init(_ stage: SceneStage) throws {
    self.stage = stage
    var configuration = AppearanceTracker.Configuration()
    configuration.policy = .forwardOnly
    configuration.stagger = .milliseconds(120)
    tracker = try AppearanceTracker(configuration: configuration)
  }

  private var side: Double {
    (stage.size.width - Self.margin) / Double(Self.columns) - Self.margin
  }

  /// Returns the scroll offset of the grid: down and back.
  private func offset(at time: Duration) -> Double {
    let rows = (Double(stage.pages.count) / Double(Self.columns)).rounded(.up)
    let length = max(0, rows * (side + Self.margin) + Self.margin - stage.size.height)
    let down = TimingCurve.easeInOut.value(
      at: TimingCurve.progress(elapsed: time - .milliseconds(1300), duration: .milliseconds(1500)))
    let back = TimingCurve.easeInOut.value(
      at: TimingCurve.progress(elapsed: time - .milliseconds(3600), duration: .milliseconds(1200)))
    return length * (down - back)
  }

  mutating func items(at time: Duration) throws -> [SceneItem] {
    let top = offset(at: time)
    let slots = stage.pages.indices.map { slot($0, scrolledBy: top) }
    let visible = stage.pages.indices.filter {
      slots[$0].maxY > 0 && slots[$0].minY < stage.size.height
    }
    tracker.sample(
      visible.map { AppearanceItem(page: stage.pages[$0].id, row: $0) }, at: time)
    _ = tracker.advance(to: time)
    return visible.map { index in
      let page = stage.pages[index].id
      let rect = stage.fitted(page, in: slots[index])
      let appearance = tracker.appearance(of: page, at: time)
      return SceneItem(
        .page(page, size: rect.size), picture: appearance.applied(to: rect),
        alpha: appearance.alpha)
    }
  }

  private func slot(_ index: Int, scrolledBy top: Double) -> Rect {
    let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
    return Rect(
      origin: Point(
        x: Self.margin + Double(column) * (side + Self.margin),
        y: Self.margin + Double(row) * (side + Self.margin) - top),
      size: Size(width: side, height: side))
  }
}
