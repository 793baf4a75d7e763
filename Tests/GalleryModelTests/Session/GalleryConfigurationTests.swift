// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

struct GalleryConfigurationTests {
  private func session(
    _ change: (inout GalleryConfiguration) -> Void
  ) throws -> GallerySession {
    var example = GalleryExample()
    change(&example.configuration)
    return try example.session()
  }

  @Test func defaultsAreThoseOfTheLayouts() {
    let configuration = GalleryConfiguration()

    #expect(configuration.axis == .horizontal)
    #expect(configuration.direction == .leftToRight)
    #expect(configuration.interPageSpacing == 44)
    #expect(configuration.parallaxFactor == 0.3)
    #expect(configuration.defaultAspectRatio == 0.5)
    #expect(configuration.interItemSpacing == 4)
    #expect(configuration.expandedMargin == 20)
    #expect(configuration.minimumAspectRatio == 0.2)
    #expect(configuration.maximumAspectRatio == 5)
    #expect(configuration.overscan == 0)
    #expect(configuration.hysteresis == 0)
    #expect(configuration.prefetchAhead == 3)
    #expect(configuration.speed == 1)
    #expect(!configuration.reducedMotion)
  }

  @Test(arguments: [-0.001, 0.5, Double.infinity, -Double.infinity])
  func hysteresisMustBeLessThanAHalf(value: Double) {
    #expect(throws: GalleryError.invalidHysteresis(found: value)) {
      try session { $0.hysteresis = value }
    }
  }

  @Test(arguments: [0, -1, 10.001, Double.infinity])
  func speedMustBeAboveZeroAndAtMostTen(value: Double) {
    #expect(throws: GalleryError.invalidSpeed(found: value)) { try session { $0.speed = value } }
  }

  @Test(arguments: [-1, 10_001, .max, .min])
  func numberOfPagesAheadHasALimit(value: Int) {
    #expect(throws: GalleryError.invalidPrefetchAhead(found: value)) {
      try session { $0.prefetchAhead = value }
    }
  }

  @Test func layoutNumbersAreChecked() {
    #expect(throws: GalleryError.layout(.invalidLength(.interPageSpacing, found: -1))) {
      try session { $0.interPageSpacing = -1 }
    }
    #expect(throws: GalleryError.layout(.invalidParallaxFactor(found: 2))) {
      try session { $0.parallaxFactor = 2 }
    }
    #expect(throws: GalleryError.layout(.invalidLength(.interItemSpacing, found: -2))) {
      try session { $0.interItemSpacing = -2 }
    }
    #expect(throws: GalleryError.layout(.invalidLength(.overscan, found: .infinity))) {
      try session { $0.overscan = .infinity }
    }
    #expect(throws: GalleryError.layout(.invalidAspectRatio(.default, found: 0))) {
      try session { $0.defaultAspectRatio = 0 }
    }
    #expect(throws: GalleryError.layout(.emptyAspectRatioRange(minimum: 6, maximum: 5))) {
      try session { $0.minimumAspectRatio = 6 }
    }
    #expect(throws: GalleryError.layout(.invalidLength(.expandedMargin, found: -1))) {
      try session { $0.expandedMargin = -1 }
    }
  }

  @Test func nothingIsMadeOfWhatIsNotANumber() {
    let changes: [(inout GalleryConfiguration) -> Void] = [
      { $0.interPageSpacing = .nan }, { $0.parallaxFactor = .nan },
      { $0.defaultAspectRatio = .nan }, { $0.interItemSpacing = .nan },
      { $0.expandedMargin = .nan }, { $0.minimumAspectRatio = .nan },
      { $0.maximumAspectRatio = .nan }, { $0.overscan = .nan }, { $0.hysteresis = .nan },
      { $0.speed = .nan },
    ]
    for change in changes {
      #expect(throws: GalleryError.self) { try session(change) }
    }
  }

  @Test func boundsAreAllowed() throws {
    _ = try session { $0.hysteresis = 0.499_999 }
    _ = try session { $0.speed = 10 }
    _ = try session { $0.speed = .leastNonzeroMagnitude }
    _ = try session { $0.prefetchAhead = 10_000 }
  }

  @Test func slowestSpeedNeverTraps() throws {
    for surface in GallerySurface.allCases {
      var session = try session { $0.speed = .leastNonzeroMagnitude }
      try session.toss(surface, by: 0.6, velocity: -400)
      try session.goTo(index: 4, at: .milliseconds(20))

      #expect(session.frame(at: .seconds(1_000_000)).position.isFinite)
      #expect(session.isAnimating(at: .seconds(1_000_000)))
    }
  }

  @Test(arguments: [
    GalleryError.notFinite(.velocity, found: .nan), .layout(.invalidPosition(found: 1)),
    .invalidHysteresis(found: 1), .invalidSpeed(found: 0), .invalidPrefetchAhead(found: -1),
    .invalidContentVersion(found: -1), .indexOutOfRange(7, count: 3), .unknownPage(9),
    .duplicateID(9), .tooManyPages(count: 5),
  ])
  func errorIsOneSentence(error: GalleryError) {
    let text = "\(error)"

    #expect(text.hasSuffix("."))
    #expect(text.first?.isUppercase == true)
    #expect(text.count > 20)
  }
}
