// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// A zoom under random calls.
enum ZoomSubject: ModelSubject {
  struct Setup: Equatable {
    var viewport = PageZoomTests.phone
    var ratio: Double? = 0.75
    var configuration = PageZoom.Configuration()
  }

  enum Call: Equatable {
    case doubleTap(Point)
    case beginPinch(Point)
    case pinch(Double, Point)
    case endPinch
    case beginDrag
    case drag(Point)
    case endDrag(Point)
    case cancelDrag
    case setViewport(Size)
    case show(PageID?, Double?)
  }

  static func makeModel(_ setup: Setup) throws -> PageZoom {
    var zoom = try PageZoom(viewport: setup.viewport, configuration: setup.configuration)
    try zoom.show(1, aspectRatio: setup.ratio, at: .zero)
    return zoom
  }

  static func perform(_ call: Call, on model: inout PageZoom, at time: Duration) throws {
    switch call {
    case .doubleTap(let point): try model.doubleTap(location: point, at: time)
    case .beginPinch(let point): try model.beginPinch(location: point, at: time)
    case .pinch(let scale, let point): try model.pinch(scale: scale, location: point, at: time)
    case .endPinch: model.endPinch(at: time)
    case .beginDrag: model.beginDrag(at: time)
    case .drag(let translation): try model.drag(translation: translation, at: time)
    case .endDrag(let velocity): try model.endDrag(velocity: velocity, at: time)
    case .cancelDrag: model.cancelDrag(at: time)
    case .setViewport(let size): try model.setViewport(size, at: time)
    case .show(let page, let ratio): try model.show(page, aspectRatio: ratio, at: time)
    }
  }

  static func frame(of model: PageZoom, at time: Duration) -> ZoomFrame { model.frame(at: time) }

  static func violation(in frame: ZoomFrame, of model: PageZoom) -> String? {
    let rect = frame.contentRect
    let numbers = [
      frame.scale, rect.minX, rect.minY, rect.size.width, rect.size.height, frame.excess.x,
      frame.excess.y,
    ]
    guard numbers.allSatisfy(\.isFinite) else { return "a number is not finite" }
    guard frame.scale > 0, frame.scale < 2 * model.configuration.maximumScale else {
      return "the scale is beyond reach"
    }
    for axis in [Axis.horizontal, .vertical] {
      let length = rect.size.length(along: axis)
      let viewport = frame.viewport.length(along: axis)
      let start = rect.origin.coordinate(along: axis)
      let slip = 1e-9 * max(1, length)
      if length > viewport {
        guard start <= slip, start + length >= viewport - slip else { return "a bare edge" }
      } else {
        guard abs(start + length / 2 - viewport / 2) <= slip else { return "not in the middle" }
      }
    }
    if model.gesture == .none, !frame.isAnimating {
      guard (1...model.configuration.maximumScale).contains(frame.scale) else {
        return "at rest beyond the limits"
      }
    }
    if case .drag = model.gesture { return nil }
    return frame.excess == .zero ? nil : "an excess without a drag"
  }

  static func distance(_ first: ZoomFrame, _ second: ZoomFrame) -> Double {
    max(
      abs(first.contentRect.minX - second.contentRect.minX),
      abs(first.contentRect.minY - second.contentRect.minY),
      abs(first.contentRect.maxX - second.contentRect.maxX),
      abs(first.contentRect.maxY - second.contentRect.maxY))
  }

  static func allowedJump(of call: Call, in model: PageZoom) -> Double? {
    // A quarter of a point remains of the distance of a decelerating page.
    let size = model.fittedSize
    let slip = 1e-9 * max(1, max(size.width, size.height) * model.configuration.maximumScale)
    switch call {
    case .doubleTap, .endPinch, .endDrag: return model.configuration.reducedMotion ? nil : slip
    case .cancelDrag, .beginDrag, .beginPinch: return model.configuration.reducedMotion ? nil : slip
    default: return nil
    }
  }

  // A spring ends a quarter of a point before its target.
  static let boundaryJump = 0.2501

  static func isRepeatable(_ call: Call) -> Bool {
    switch call {
    case .show, .setViewport: true
    default: false
    }
  }

  static func randomSetup(using generator: inout SeededGenerator) -> Setup {
    var setup = Setup()
    if generator.chance(0.4) { setup.viewport = .randomViewport(using: &generator) }
    setup.ratio = .randomRatio(using: &generator)
    setup.configuration.maximumScale = [1, 2.5, 8, 1000].randomElement(using: &generator) ?? 8
    setup.configuration.reducedMotion = generator.chance(0.1)
    setup.configuration.speed = [1, 0.3, 10].randomElement(using: &generator) ?? 1
    return setup
  }

  static func randomCalls(
    for setup: Setup, using generator: inout SeededGenerator
  ) -> [TimedProgram<Self>.Step] {
    let (width, height) = (setup.viewport.width, setup.viewport.height)
    func point() -> Point { .hostile(x: 0...width, y: 0...height, using: &generator) }
    func way() -> Point { .hostile(x: -900...900, y: -900...900, using: &generator) }
    func velocity() -> Point { .hostile(x: -5000...5000, y: -5000...5000, using: &generator) }
    let call: Call
    switch Int.random(in: 0..<20, using: &generator) {
    case ..<4: call = .doubleTap(point())
    case ..<6: call = .beginPinch(point())
    case ..<9: call = .pinch(.hostile(in: 0.01...6, using: &generator), point())
    case ..<10: call = .endPinch
    case ..<12: call = .beginDrag
    case ..<15: call = .drag(way())
    case ..<17: call = .endDrag(velocity())
    case ..<18: call = generator.chance(0.5) ? .cancelDrag : .beginDrag
    case ..<19: call = .setViewport(.randomViewport(using: &generator))
    default:
      let pages: [PageID?] = [1, 1, 1, 2, nil]
      call = .show(pages.randomElement(using: &generator) ?? 1, .randomRatio(using: &generator))
    }
    return [.init(wait: .random(using: &generator), call: call)]
  }

  static func shrinks(of setup: Setup) -> [Setup] {
    [
      Setup(), Setup(viewport: setup.viewport),
      Setup(viewport: setup.viewport, ratio: setup.ratio), Setup(ratio: setup.ratio),
      Setup(configuration: setup.configuration),
    ]
  }

  static func shrinks(of call: Call) -> [Call] {
    switch call {
    case .doubleTap(let point): point.shrinks.map { .doubleTap($0) }
    case .beginPinch(let point): point.shrinks.map { .beginPinch($0) }
    case .pinch(let scale, let point):
      point.shrinks.map { .pinch(scale, $0) } + scale.shrinks.map { .pinch($0, point) }
    case .drag(let point): point.shrinks.map { .drag($0) }
    case .endDrag(let point): [.cancelDrag] + point.shrinks.map { .endDrag($0) }
    case .setViewport: [.setViewport(.zero), .setViewport(PageZoomTests.phone)]
    default: []
    }
  }
}

extension Size {
  /// A viewport: often a phone or a desktop, sometimes empty.
  static func randomViewport(using generator: inout SeededGenerator) -> Size {
    let sizes = [
      Size.zero, PageZoomTests.phone, PageZoomTests.phone.transposed,
      Size(width: 1920, height: 1080), Size(width: 0, height: 300),
      Size(width: 1, height: 1e5), Size(width: 0.01, height: 0.02),
    ]
    return sizes.randomElement(using: &generator) ?? .zero
  }
}

extension Double? {
  static func randomRatio(using generator: inout SeededGenerator) -> Double? {
    [nil, 0.707, 1.5, 0.1, 30, 1e-9, 1e9].randomElement(using: &generator) ?? nil
  }
}

struct RandomZoomTests {
  @Test func everyStepKeepsTheLaws() {
    checkTimedPrograms(of: ZoomSubject.self, seed: 11_000_000_000)
  }
}
