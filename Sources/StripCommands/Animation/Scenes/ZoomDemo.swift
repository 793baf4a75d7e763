// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel
import StripRendering

/// A demo in which the first page is zoomed by a double tap, dragged, pinched beyond the limit, and
/// zoomed out again.
struct ZoomDemo: SceneDemo {
  let duration = Duration.milliseconds(6000)
  private let stage: SceneStage
  private var zoom: PageZoom
  private var timetable = Timetable<PageZoom>()

  /// The scale at which the page is decoded; it is drawn smaller or slightly larger.
  private static let readingScale = 2.0

  init(_ stage: SceneStage) throws {
    self.stage = stage
    var configuration = PageZoom.Configuration()
    configuration.maximumScale = 2.5
    zoom = try PageZoom(viewport: stage.size, configuration: configuration)
    if let page = stage.pages.first {
      try zoom.show(page.id, aspectRatio: page.ratio, at: .zero)
    }
    let (width, height) = (stage.size.width, stage.size.height)
    let tap = Point(x: 0.3 * width, y: 0.25 * height)
    timetable.at(0.4) { try $0.doubleTap(location: tap, at: $1) }
    timetable.at(1.3) { $0.beginDrag(at: $1) }
    timetable.sweep(from: 1.3, lasting: 0.4) { zoom, share, time in
      let translation = Point(x: -0.5 * width * share, y: -0.5 * height * share)
      try zoom.drag(translation: translation, at: time)
    }
    timetable.at(1.7) { try $0.endDrag(velocity: Point(x: -300, y: -500), at: $1) }
    let middle = Point(x: width / 2, y: height / 2)
    timetable.at(3) { try $0.beginPinch(location: middle, at: $1) }
    timetable.sweep(from: 3, lasting: 0.7) { zoom, share, time in
      try zoom.pinch(scale: 1 + share, location: middle, at: time)
    }
    timetable.at(3.9) { $0.endPinch(at: $1) }
    timetable.at(4.8) { try $0.doubleTap(location: middle, at: $1) }
  }

  mutating func items(at time: Duration) throws -> [SceneItem] {
    try timetable.play(&zoom, until: time)
    _ = zoom.advance(to: time)
    let frame = zoom.frame(at: time)
    guard let page = frame.page else { return [] }
    let fitted = zoom.fittedSize
    let size = Size(
      width: fitted.width * Self.readingScale, height: fitted.height * Self.readingScale)
    return [SceneItem(.page(page, size: size), picture: frame.contentRect)]
  }
}
