// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// Invalid numbers and calls in the wrong state.
struct PageZoomRefusalTests {
  @Test func numbersThatAreNotFiniteAreRefusedWithoutChange() throws {
    var zoom = try PageZoomTests.makeZoom()
    zoom.beginDrag(at: .zero)
    let before = zoom
    for number in Double.nonFinite {
      for point in [Point(x: number, y: 0), Point(x: 0, y: number)] {
        #expect(throws: ZoomError.self) { try zoom.doubleTap(location: point, at: .seconds(1)) }
        #expect(throws: ZoomError.self) { try zoom.beginPinch(location: point, at: .seconds(1)) }
        #expect(throws: ZoomError.self) {
          try zoom.pinch(scale: 1, location: point, at: .seconds(1))
        }
        #expect(throws: ZoomError.self) { try zoom.drag(translation: point, at: .seconds(1)) }
        #expect(throws: ZoomError.self) { try zoom.endDrag(velocity: point, at: .seconds(1)) }
        let size = Size(width: point.x, height: point.y)
        #expect(throws: ZoomError.self) { try zoom.setViewport(size, at: .seconds(1)) }
      }
      #expect(throws: ZoomError.self) {
        try zoom.pinch(scale: number, location: .zero, at: .seconds(1))
      }
      #expect(throws: ZoomError.self) { try zoom.show(8, aspectRatio: number, at: .seconds(1)) }
    }
    #expect(zoom == before)
  }

  @Test func errorsSayWhatIsWrong() throws {
    var zoom = try PageZoomTests.makeZoom()
    #expect(throws: ZoomError.invalidScale(found: 0)) {
      try zoom.pinch(scale: 0, location: .zero, at: .zero)
    }
    #expect(throws: ZoomError.invalidViewport(Size(width: -1, height: 0))) {
      try zoom.setViewport(Size(width: -1, height: 0), at: .zero)
    }
    #expect(
      ZoomError.invalidScale(found: 0).description
        == "The scale of a pinch must be positive and finite, but it is 0.0.")
    #expect(
      ZoomError.invalidMaximumScale(found: 0.5).description
        == "The maximum scale must be in 1.0...1000.0, but it is 0.5.")
  }

  @Test(arguments: [0.5, 0, -1, 1001, .nan, .infinity])
  func scalesOfAConfigurationAreChecked(scale: Double) {
    var configuration = PageZoom.Configuration()
    configuration.maximumScale = scale
    #expect(throws: ZoomError.self) {
      try PageZoom(viewport: .zero, configuration: configuration)
    }
    configuration = PageZoom.Configuration()
    configuration.doubleTapScale = scale
    #expect(throws: ZoomError.self) {
      try PageZoom(viewport: .zero, configuration: configuration)
    }
  }

  @Test(arguments: [0, -1, 10.1, .nan, .infinity])
  func speedOfAConfigurationIsChecked(speed: Double) {
    var configuration = PageZoom.Configuration()
    configuration.speed = speed
    #expect(throws: ZoomError.self) {
      try PageZoom(viewport: .zero, configuration: configuration)
    }
  }

  @Test func nothingToShowTakesNoGesture() throws {
    var zoom = try PageZoom(viewport: PageZoomTests.phone)
    #expect(zoom.beginDrag(at: .zero) == false)
    #expect(try !zoom.doubleTap(location: .zero, at: .zero))
    #expect(try !zoom.beginPinch(location: .zero, at: .zero))
    #expect(try !zoom.pinch(scale: 2, location: .zero, at: .zero))
    #expect(zoom.endPinch(at: .zero) == false)
    #expect(try zoom.drag(translation: .zero, at: .zero) == nil)
    #expect(try zoom.endDrag(velocity: .zero, at: .zero) == nil)
    #expect(zoom.cancelDrag(at: .zero) == false)
    #expect(zoom.frame(at: .zero).contentRect.size == .zero)
  }

  @Test func timeThatGoesBackIsReported() throws {
    var zoom = try PageZoomTests.makeZoom()
    try zoom.doubleTap(location: .zero, at: .seconds(2))
    let events = zoom.advance(to: .seconds(1))

    #expect(events == [.clockWentBackwards(found: .seconds(1), at: .seconds(2))])
    #expect(zoom.time == .seconds(2))
  }

  @Test func reducedMotionTakesNoTime() throws {
    var configuration = PageZoom.Configuration()
    configuration.reducedMotion = true
    var zoom = try PageZoomTests.makeZoom(configuration: configuration)
    try zoom.doubleTap(location: .zero, at: .zero)

    #expect(zoom.frame(at: .zero).scale == 2)
    #expect(zoom.advance(to: .zero) == [.settled(scale: 2, at: .zero)])
  }

  @Test func halfSpeedTakesTwiceTheTime() throws {
    var configuration = PageZoom.Configuration()
    configuration.speed = 0.5
    var zoom = try PageZoomTests.makeZoom(configuration: configuration)
    try zoom.doubleTap(location: .zero, at: .zero)

    #expect(zoom.nextBoundary() == .milliseconds(600))
    #expect(zoom.frame(at: .milliseconds(300)).scale == 1.5)
  }
}
