// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryCompanions
@testable import GalleryModel

/// The public encodings of errors and of the events of the smaller models.
@Suite struct ErrorCodingTests {
  @Test func errorsOfAGallery() throws {
    try expectEncodings(
      [
        (
          .notFinite(.velocity, found: -.infinity),
          #""code":"notFinite","found":"-infinity","input":"velocity""#
        ),
        (
          .layout(.invalidLength(.overscan, found: -1)),
          #""code":"layout","error":"#
            + JSONText.of(LayoutError.invalidLength(.overscan, found: -1))
        ),
        (.invalidHysteresis(found: 0.5), #""code":"invalidHysteresis","found":0.5"#),
        (.invalidSpeed(found: 11), #""code":"invalidSpeed","found":11"#),
        (.invalidPrefetchAhead(found: -1), #""code":"invalidPrefetchAhead","found":-1"#),
        (.invalidContentVersion(found: -1), #""code":"invalidContentVersion","found":-1"#),
        (.indexOutOfRange(5, count: 3), #""code":"indexOutOfRange","count":3,"index":5"#),
        (.unknownPage(17), #""code":"unknownPage","page":17"#),
        (.duplicateID(17), #""code":"duplicateID","page":17"#),
        (.tooManyPages(count: 1 << 33), #""code":"tooManyPages","count":8589934592"#),
      ] as [(GalleryError, String)])
  }

  @Test func errorsOfShapes() throws {
    try expectEncodings(
      [
        (
          .invalidSize(PixelSize(width: 0, height: 7)),
          #""code":"invalidSize","height":7,"width":0"#
        ),
        (.invalidAspectRatio(found: 0), #""code":"invalidAspectRatio","found":0"#),
        (.invalidAspectRatio(found: .infinity), #""code":"invalidAspectRatio","found":"infinity""#),
      ] as [(PageShapeError, String)])
  }

  @Test func errorsOfLayouts() throws {
    try expectEncodings(
      [
        (
          .invalidLength(.thumbnailHeight, found: .infinity),
          #""code":"invalidLength","found":"infinity","length":"thumbnailHeight""#
        ),
        (
          .invalidAspectRatio(.default, found: 0),
          #""aspectRatio":"default","code":"invalidAspectRatio","found":0"#
        ),
        (
          .emptyAspectRatioRange(minimum: 2, maximum: 1),
          #""code":"emptyAspectRatioRange","maximum":1,"minimum":2"#
        ),
        (.negativeExpansion(points: -1.5), #""code":"negativeExpansion","points":-1.5"#),
        (
          .extentOverflow(thumbnailHeight: 1e308),
          #""code":"extentOverflow","thumbnailHeight":1e+308"#
        ),
        (
          .invalidViewport(Size(width: -1, height: .infinity)),
          #""code":"invalidViewport","height":"infinity","width":-1"#
        ),
        (.invalidPosition(found: -.infinity), #""code":"invalidPosition","found":"-infinity""#),
        (.invalidParallaxFactor(found: 2), #""code":"invalidParallaxFactor","found":2"#),
        (.invalidExpansionRate(found: -1), #""code":"invalidExpansionRate","found":-1"#),
      ] as [(LayoutError, String)])
    let written = try JSONText.of(LayoutError.invalidPosition(found: .nan))
    guard case .invalidPosition(let found) = try JSONText.read(written, as: LayoutError.self) else {
      Issue.record("not the error that was written")
      return
    }
    #expect(found.isNaN && written.contains(#""found":"nan""#))
  }

  @Test func everyNameOfAnErrorIsAWord() throws {
    func expectAll<Name: CaseIterable & Codable & Equatable & RawRepresentable<String>>(
      _: Name.Type
    ) throws {
      for name in Name.allCases {
        #expect(try JSONText.of([name]) == #"["\#(name.rawValue)"]"#)
        #expect(try JSONText.read(#"["\#(name.rawValue)"]"#) == [name])
      }
      #expect(throws: DecodingError.self) { try JSONText.read(#"["exploded"]"#, as: [Name].self) }
    }
    try expectAll(GalleryError.Input.self)
    try expectAll(LayoutError.Length.self)
    try expectAll(LayoutError.AspectRatio.self)
    try expectAll(CardStackError.Input.self)
    try expectAll(CardStackError.Number.self)
    try expectAll(DrawerError.Input.self)
    try expectAll(DrawerError.Height.self)
    try expectAll(ZoomError.Input.self)
    try expectAll(SplitSelectorError.Input.self)
    try expectAll(SplitSelectorError.Number.self)
  }

  @Test func errorsOfTheOtherModels() throws {
    let point = Point(x: 1, y: .infinity)
    let size = Size(width: -1, height: 2)
    try expectEncodings(
      [
        (
          .notFinite(.location, found: point),
          #""code":"notFinite","input":"location","x":1,"y":"infinity""#
        ),
        (.invalidContainer(size), #""code":"invalidContainer","height":2,"width":-1"#),
        (
          .invalidNumber(.exitOffset, found: -1),
          #""code":"invalidNumber","found":-1,"number":"exitOffset""#
        ),
        (.invalidVisibleCount(found: 0), #""code":"invalidVisibleCount","found":0"#),
        (.invalidSpeed(found: 0), #""code":"invalidSpeed","found":0"#),
        (.indexOutOfRange(5, count: 3), #""code":"indexOutOfRange","count":3,"index":5"#),
        (.unknownPage(1), #""code":"unknownPage","page":1"#),
        (.duplicateID(1), #""code":"duplicateID","page":1"#),
      ] as [(CardStackError, String)])
    try expectEncodings(
      [
        (
          .notFinite(.translation, found: .infinity),
          #""code":"notFinite","found":"infinity","input":"translation""#
        ),
        (
          .invalidHeight(.peek, found: -1), #""code":"invalidHeight","found":-1,"height":"peek""#
        ),
        (.invalidViewport(size), #""code":"invalidViewport","height":2,"width":-1"#),
        (.invalidSpeed(found: 0), #""code":"invalidSpeed","found":0"#),
      ] as [(DrawerError, String)])
    try expectEncodings(
      [
        (
          .notFinite(.velocity, found: point),
          #""code":"notFinite","input":"velocity","x":1,"y":"infinity""#
        ),
        (.invalidScale(found: 0), #""code":"invalidScale","found":0"#),
        (.invalidViewport(size), #""code":"invalidViewport","height":2,"width":-1"#),
        (.invalidAspectRatio(found: 0), #""code":"invalidAspectRatio","found":0"#),
        (.invalidMaximumScale(found: 0), #""code":"invalidMaximumScale","found":0"#),
        (.invalidDoubleTapScale(found: 0), #""code":"invalidDoubleTapScale","found":0"#),
        (.invalidSpeed(found: 0), #""code":"invalidSpeed","found":0"#),
      ] as [(ZoomError, String)])
    try expectEncodings(
      [
        (
          .notFinite(.velocity, found: .infinity),
          #""code":"notFinite","found":"infinity","input":"velocity""#
        ),
        (
          .invalidNumber(.itemLength, found: 0),
          #""code":"invalidNumber","found":0,"number":"itemLength""#
        ),
        (.invalidViewport(size), #""code":"invalidViewport","height":2,"width":-1"#),
        (.invalidCount(found: -1), #""code":"invalidCount","found":-1"#),
        (.indexOutOfRange(5, count: 3), #""code":"indexOutOfRange","count":3,"index":5"#),
      ] as [(SplitSelectorError, String)])
    try expectEncodings(
      [
        (.invalidScale(found: -1), #""code":"invalidScale","found":-1"#),
        (.invalidOffset(found: .infinity), #""code":"invalidOffset","found":"infinity""#),
        (.invalidAlpha(found: 2), #""code":"invalidAlpha","found":2"#),
        (.invalidDuration(found: .milliseconds(-1500)), #""code":"invalidDuration","found":-1.5"#),
        (.invalidSpeed(found: 0), #""code":"invalidSpeed","found":0"#),
      ] as [(AppearanceError, String)])
    try expectEncodings(
      [
        (.invalidDampingRatio(found: 0), #""code":"invalidDampingRatio","found":0"#),
        (.invalidResponse(found: .seconds(-1)), #""code":"invalidResponse","found":-1"#),
        (.invalidStiffness(found: 0), #""code":"invalidStiffness","found":0"#),
        (.invalidDecelerationRate(found: 2), #""code":"invalidDecelerationRate","found":2"#),
        (.invalidControlPoint(x: 2, y: 3), #""code":"invalidControlPoint","x":2,"y":3"#),
        (.invalidDimension(found: -1), #""code":"invalidDimension","found":-1"#),
        (.invalidCoefficient(found: 0), #""code":"invalidCoefficient","found":0"#),
      ] as [(MotionError, String)])
  }

  /// Expects the encodings of events, and decodes them.
  private func expectEvents<Event: Codable & Equatable>(
    _ cases: [(Event, String)], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (event, expected) in cases {
      #expect(try JSONText.of(event) == expected, sourceLocation: sourceLocation)
      #expect(try JSONText.read(expected) == event, sourceLocation: sourceLocation)
    }
    for bad in [#"{"at":1,"event":"exploded"}"#, #"{"at":1e300,"event":"settled"}"#, "{}"] {
      #expect(throws: DecodingError.self, sourceLocation: sourceLocation) {
        try JSONText.read(bad, as: Event.self)
      }
    }
  }

  @Test func eventsOfTheOtherModels() throws {
    let late = #"{"at":2,"event":"clockWentBackwards","found":1.5}"#
    try expectEvents(
      [
        (
          .swiped(10, .left, at: .milliseconds(250)),
          #"{"at":0.25,"direction":"left","event":"swiped","page":10}"#
        ),
        (
          .undone(10, .left, at: .seconds(1)),
          #"{"at":1,"direction":"left","event":"undone","page":10}"#
        ),
        (.emptied(at: .seconds(1)), #"{"at":1,"event":"emptied"}"#),
        (.clockWentBackwards(found: .milliseconds(1500), at: .seconds(2)), late),
      ] as [(CardStackEvent, String)])
    try expectEvents(
      [
        (
          .transition(from: .hidden(.normal), to: .shown(.editAdvanced), at: .zero),
          #"{"at":0,"event":"transition","from":{"hidden":"normal"},"to":{"shown":"editAdvanced"}}"#
        ),
        (.settled(.empty, at: .seconds(1)), #"{"at":1,"event":"settled","state":"empty"}"#),
        (
          .lockChanged(isLocked: true, at: .seconds(1)),
          #"{"at":1,"event":"lockChanged","isLocked":true}"#
        ),
        (.clockWentBackwards(found: .milliseconds(1500), at: .seconds(2)), late),
      ] as [(DrawerEvent, String)])
    try expectEvents(
      [
        (
          .selectionChanged(.left, from: 0, to: 1, at: .zero),
          #"{"at":0,"column":"left","event":"selectionChanged","from":0,"to":1}"#
        ),
        (
          .wholeChanged(isWhole: false, at: .zero),
          #"{"at":0,"event":"wholeChanged","isWhole":false}"#
        ),
        (
          .settled(.right, index: 1, at: .zero),
          #"{"at":0,"column":"right","event":"settled","index":1}"#
        ),
        (.clockWentBackwards(found: .milliseconds(1500), at: .seconds(2)), late),
      ] as [(SplitSelectorEvent, String)])
    try expectEvents(
      [
        (.settled(scale: 2, at: .zero), #"{"at":0,"event":"settled","scale":2}"#),
        (.clockWentBackwards(found: .milliseconds(1500), at: .seconds(2)), late),
      ] as [(ZoomEvent, String)])
    try expectEvents(
      [
        (.appeared(10, at: .zero), #"{"at":0,"event":"appeared","page":10}"#),
        (.clockWentBackwards(found: .milliseconds(1500), at: .seconds(2)), late),
      ] as [(AppearanceEvent, String)])
    #expect(
      try JSONText.of(CardDecision(page: 10, direction: .left))
        == #"{"direction":"left","page":10}"#)
    for bad in [#""full""#, #"{"shown":"all"}"#, "{}"] {
      #expect(throws: DecodingError.self) { try JSONText.read(bad, as: DrawerState.self) }
    }
  }
}
