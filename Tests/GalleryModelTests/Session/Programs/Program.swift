// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// A gallery and its calls: the input of a random test, printed if the test fails.
struct Program: Equatable {
  var gallery = GallerySetup()
  var steps: [Step] = []

  /// A call at some time after the previous step.
  struct Step: Equatable {
    var wait: Wait
    var call: Call
  }

  /// The time between two steps.
  enum Wait: Equatable {
    /// A fixed duration; a negative one makes a late call.
    case nanoseconds(Int64)

    /// Until the next boundary plus this offset; a millisecond if there is no boundary.
    case boundary(offset: Int64)
  }

  /// A call to the session.
  enum Call: Equatable {
    case beginDrag(GallerySurface)
    case drag(Double)
    case endDrag(Double)
    case cancelDrag
    case goTo(Int, animated: Bool)
    /// A tap at half the height of the strip, at a fraction of its length.
    case tap(Double)
    case setViewport(GalleryViewport)
    /// The page is given by its index, the size is in pixels.
    case setSize(Int, PixelSize?)
    case setReducedMotion(Bool)
    case advance
  }
}

/// The initial state of a gallery.
struct GallerySetup: Equatable {
  var count = 3

  /// The sizes of the pages: page `i` has the one at `i` modulo the length.
  var sizes: [PixelSize?] = [PixelSize(width: 3, height: 4)]
  var viewport = Self.phone
  var active = 0
  var configuration = GalleryConfiguration()

  /// A phone in portrait orientation.
  static let phone = GalleryViewport(
    preview: Size(width: 375, height: 601), strip: Size(width: 375, height: 66))

  func size(ofPageAt index: Int) -> PixelSize? {
    sizes.isEmpty ? nil : sizes[index % sizes.count]
  }

  /// The identifier of the page at an index: not its index, and not in the order of the indexes.
  static func id(ofPageAt index: Int) -> PageID {
    PageID(UInt64(bitPattern: Int64(10 &+ (index ^ 42))))
  }

  func makeSession() throws -> GallerySession {
    if count == Self.million { return try makeMillionPages() }
    let pages = try (0..<count).map { index in
      Page(id: Self.id(ofPageAt: index), size: try size(ofPageAt: index).map { try PageShape($0) })
    }
    return try GallerySession(
      pages: pages, viewport: viewport, configuration: configuration, activeIndex: active)
  }
}

// MARK: - A million pages

extension GallerySetup {
  static let million = 1_000_000

  /// The sizes of a gallery of a million pages, which is created only once.
  static let millionSizes = [
    PixelSize(width: 3, height: 4), nil, PixelSize(width: 5, height: 1),
    PixelSize(width: 1, height: 5),
  ]

  private static let millionPages = try? PageList(
    (0..<million).map { index in
      Page(
        id: id(ofPageAt: index),
        size: millionSizes[index % millionSizes.count].flatMap { try? PageShape($0) })
    })

  private func makeMillionPages() throws -> GallerySession {
    var session = try GallerySession(
      pages: [], viewport: viewport, configuration: configuration)
    guard let pages = Self.millionPages else { throw GalleryError.tooManyPages(count: count) }
    session.pages = pages
    session.scroll = Scroll(restingAt: active)
    session.announcements = Announcements(activePage: session.activePage)
    return session
  }
}
