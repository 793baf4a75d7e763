// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// A refused call leaves a session unchanged.
struct RefusedCallTests {
  /// A call that must fail.
  typealias Call = @Sendable (inout GallerySession) throws -> Void

  static let calls: [Call] = [
    { try $0.drag(translation: .nan, at: .seconds(1)) },
    { try $0.drag(translation: .infinity, at: .seconds(1)) },
    { try $0.drag(translation: -.infinity, at: .seconds(1)) },
    { try $0.endDrag(velocity: .nan, at: .seconds(1)) },
    { try $0.endDrag(velocity: .infinity, at: .seconds(1)) },
    { try $0.endDrag(velocity: -.infinity, at: .seconds(1)) },
    { try $0.goTo(index: -1, at: .seconds(1)) },
    { try $0.goTo(index: 6, at: .seconds(1)) },
    { try $0.goTo(index: .max, animated: false, at: .seconds(1)) },
    { try $0.goTo(page: 7, at: .seconds(1)) },
    { try $0.goTo(page: 7, animated: false, at: .seconds(1)) },
    { try $0.setSize(nil, of: 7, at: .seconds(1)) },
  ]

  @Test(arguments: calls.indices)
  func refusedCallChangesNothing(index: Int) throws {
    let starts: [Call] = [
      { _ in }, { try $0.pull(.preview, by: 0.3) }, { try $0.pull(.strip, by: -2) },
      { try $0.toss(.preview, by: 0.3, velocity: -400) },
      { try $0.toss(.strip, by: 0.3, velocity: -400) }, { try $0.goTo(index: 5, at: .zero) },
    ]
    for start in starts {
      var session = try GalleryExample(activeIndex: 2).session()
      try start(&session)
      let untouched = session

      #expect(throws: GalleryError.self) { try Self.calls[index](&session) }

      #expect(session == untouched)
    }
  }

  @Test func errorNamesWhatWasWrong() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    session.beginDrag(.strip, at: .zero)

    #expect(throws: GalleryError.notFinite(.translation, found: .infinity)) {
      try session.drag(translation: .infinity, at: .zero)
    }
    #expect(throws: GalleryError.notFinite(.velocity, found: -.infinity)) {
      try session.endDrag(velocity: -.infinity, at: .zero)
    }
    #expect(throws: GalleryError.indexOutOfRange(6, count: 6)) {
      try session.goTo(index: 6, at: .zero)
    }
    #expect(throws: GalleryError.unknownPage(7)) { try session.goTo(page: 7, at: .zero) }
  }

  @Test func galleryWithoutPagesIgnoresAllGestures() throws {
    var session = try GalleryExample(aspectRatios: []).session()
    let time = Duration.milliseconds(5)

    for surface in GallerySurface.allCases {
      let begins = session.beginDrag(surface, at: time)
      let moves = try session.drag(translation: 10, at: time)
      let ends = try session.endDrag(velocity: 500, at: time)
      let cancels = session.cancelDrag(at: time)
      #expect(!begins && !moves && !ends && !cancels)
    }
    let jumps = try session.goTo(index: 3, at: time)
    let cuts = try session.goTo(page: 7, animated: false, at: time)
    #expect(!jumps && !cuts)
    #expect(session.tap(location: Point(x: 187.5, y: 33), at: time) == nil)
    #expect(session.hitTest(location: .zero, in: .preview, at: time) == nil)
    try session.setViewport(.zero, at: time)
    try session.setViewport(GalleryExample.phone, at: time)

    #expect(session.advance(to: .seconds(100)) == [])
    #expect(session.nextBoundary() == nil)
    #expect(session.frame(at: .seconds(100)).isEmpty)
  }

  @Test func largestVelocityIsAccepted() throws {
    for velocity in [Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude] {
      for surface in GallerySurface.allCases {
        var session = try GalleryExample(activeIndex: 2).session()

        try session.toss(surface, by: 0.1, velocity: velocity)

        let expected = surface == .strip ? (velocity < 0 ? 5 : 0) : (velocity < 0 ? 3 : 2)
        #expect(session.position(at: 3020) == Double(expected))
      }
    }
  }
}
