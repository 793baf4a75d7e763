// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel
import StripRendering

/// A demo that drives a model and draws its state.
protocol SceneDemo {
  /// The length of the demo.
  var duration: Duration { get }

  /// Returns the items shown at a time, from back to front; times never decrease.
  mutating func items(at time: Duration) throws -> [SceneItem]
}

/// The pages and the size of a scene.
struct SceneStage {
  /// The pages with their aspect ratios, width divided by height.
  let pages: [(id: PageID, ratio: Double)]

  /// The size in points.
  let size: Size

  /// Returns the aspect ratio of a page, width divided by height.
  func ratio(of page: PageID) -> Double {
    Int(exactly: page.rawValue).flatMap { pages.indices.contains($0) ? pages[$0].ratio : nil } ?? 1
  }

  /// Returns the largest rectangle with the shape of a page inside another rectangle.
  func fitted(_ page: PageID, in rect: Rect) -> Rect {
    let ratio = ratio(of: page)
    let width = min(rect.size.width, rect.size.height * ratio)
    return Rect(center: rect.center, size: Size(width: width, height: width / ratio))
  }

  /// Returns the smallest rectangle with the shape of a page around another rectangle.
  func filled(_ page: PageID, around rect: Rect) -> Rect {
    let ratio = ratio(of: page)
    let width = max(rect.size.width, rect.size.height * ratio)
    return Rect(center: rect.center, size: Size(width: width, height: width / ratio))
  }
}

/// The calls of a demo, ordered by time.
struct Timetable<Model> {
  private var steps: [(time: Duration, call: (inout Model, Duration) throws -> Void)] = []

  /// Adds a call.
  mutating func at(
    _ seconds: Double, _ call: @escaping (inout Model, Duration) throws -> Void
  ) {
    steps.append((.nanoseconds(Int64(seconds * 1e9)), call))
  }

  /// Adds the samples of a finger that accelerates: fractions of its distance at regular intervals.
  mutating func sweep(
    from start: Double, lasting duration: Double,
    _ call: @escaping (inout Model, Double, Duration) throws -> Void
  ) {
    let count = Int((duration * 60).rounded())
    for step in 1...max(1, count) {
      let share = Double(step) / Double(max(1, count))
      at(start + duration * share) { try call(&$0, share * share, $1) }
    }
  }

  /// Makes the calls up to a time.
  mutating func play(_ model: inout Model, until time: Duration) throws {
    while let step = steps.first, step.time <= time {
      try step.call(&model, step.time)
      steps.removeFirst()
    }
  }
}

/// The names of the demos of models other than the gallery.
enum SceneDemoName: String, CaseIterable, Sendable {
  case cards, split, drawer, appearance, zoom

  func make(on stage: SceneStage) throws -> any SceneDemo {
    switch self {
    case .cards: try CardsDemo(stage)
    case .split: try SplitDemo(stage)
    case .drawer: try DrawerDemo(stage)
    case .appearance: try AppearanceDemo(stage)
    case .zoom: try ZoomDemo(stage)
    }
  }
}

extension RGBColor {
  /// The color of panels and headers.
  static var panel: RGBColor { RGBColor(white: 0xF7) }

  /// The color of marks on panels.
  static var mark: RGBColor { RGBColor(white: 0xB4) }
}
