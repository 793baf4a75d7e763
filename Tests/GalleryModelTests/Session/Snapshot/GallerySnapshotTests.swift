// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

/// The contents of a snapshot, and its JSON encoding.
struct GallerySnapshotTests {
  private func coded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  private func unusualConfiguration() -> GalleryConfiguration {
    var configuration = GalleryConfiguration()
    configuration.axis = .vertical
    configuration.direction = .rightToLeft
    configuration.interPageSpacing = 10
    configuration.parallaxFactor = 0.1
    configuration.defaultAspectRatio = 0.4
    configuration.interItemSpacing = 5
    configuration.expandedMargin = 31
    configuration.minimumAspectRatio = 0.25
    configuration.maximumAspectRatio = 3
    configuration.overscan = 12.5
    configuration.hysteresis = 0.1
    configuration.prefetchAhead = 9
    configuration.speed = 0.7
    configuration.reducedMotion = true
    return configuration
  }

  @Test func snapshotHoldsThePagesAndTheActiveOne() throws {
    var session = try GalleryExample(aspectRatios: [1.5, nil, 0.2], activeIndex: 1).session()
    try session.setSize(PageShape(aspectRatio: 3), of: GalleryExample.id(1), at: .zero)

    let snapshot = session.snapshot

    #expect(snapshot.pages.map(\.id) == (0..<3).map(GalleryExample.id))
    #expect(snapshot.pages.map { $0.size?.aspectRatio } == [1.5, 3, 0.2])
    #expect(snapshot.activePage == GalleryExample.id(1))
    #expect(snapshot.viewport == GalleryExample.phone)
    #expect(snapshot.configuration == GalleryConfiguration())
  }

  @Test func restoredGalleryRestsOnTheActivePage() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    try session.goTo(index: 4, at: .zero)

    let restored = try GallerySession(restoring: session.snapshot, at: .seconds(7))

    #expect(try restored == GalleryExample(activeIndex: 4).session(at: .seconds(7)))
    #expect(restored.frame(at: .seconds(7)).position == 4)
    #expect(!restored.isAnimating(at: .seconds(7)))
  }

  @Test func snapshotOfADragRoundsToTheActivePage() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    try session.pull(.strip, by: 1.5)

    let restored = try GallerySession(restoring: session.snapshot)

    #expect(restored.activeIndex == 3)
    #expect(restored.frame(at: .zero).position == 3)
  }

  @Test func snapshotSurvivesJSON() throws {
    var example = GalleryExample(aspectRatios: [1.0 / 3, nil, 1e-9, 1e9], activeIndex: 2)
    example.configuration = unusualConfiguration()
    example.viewport.strip = Size(width: 66, height: 375.25)
    var snapshot = try example.session().snapshot
    snapshot.pages[3].contentVersion = 12

    let decoded = try coded(snapshot)

    #expect(decoded == snapshot)
    #expect(try GallerySession(restoring: decoded).snapshot == snapshot)
  }

  @Test func emptyGallerySurvivesJSON() throws {
    let session = try GalleryExample(aspectRatios: []).session()

    let restored = try GallerySession(restoring: coded(session.snapshot))

    #expect(restored == session)
    #expect(restored.snapshot.activePage == nil)
  }

  @Test func configurationSurvivesJSON() throws {
    let configuration = unusualConfiguration()

    #expect(try coded(configuration) == configuration)
    #expect(configuration != GalleryConfiguration())
  }

  @Test(arguments: [0, 90, 150, 333, 2000])
  func frameSurvivesJSON(milliseconds: Int) throws {
    var session = try GalleryExample(activeIndex: 1).session()
    try session.goTo(index: 4, at: .zero)
    let frame = session.frame(at: .milliseconds(milliseconds))

    #expect(try coded(frame) == frame)
    #expect(!frame.strip.isEmpty && !frame.preview.isEmpty)
  }

  @Test func emptyFrameSurvivesJSON() throws {
    #expect(try coded(GalleryFrame()) == GalleryFrame())
  }

  @Test func snapshotWithoutActivePageStartsAtTheFirst() throws {
    var snapshot = try GalleryExample(activeIndex: 3).session().snapshot
    snapshot.activePage = nil

    #expect(try GallerySession(restoring: snapshot).activeIndex == 0)
  }

  @Test func brokenSnapshotIsRefused() throws {
    let good = try GalleryExample().session().snapshot
    var (stranger, twins, wide) = (good, good, good)
    stranger.activePage = 7
    twins.pages[2].id = twins.pages[4].id
    wide.configuration.hysteresis = 1

    #expect(throws: GalleryError.unknownPage(7)) { try GallerySession(restoring: stranger) }
    #expect(throws: GalleryError.duplicateID(104)) { try GallerySession(restoring: twins) }
    #expect(throws: GalleryError.invalidHysteresis(found: 1)) {
      try GallerySession(restoring: wide)
    }
  }
}
