// SPDX-License-Identifier: Apache-2.0

/// A gallery over time: one position that determines the preview and the strip of thumbnails.
///
/// A session never reads a clock. Each call has a time, relative to an origin that the host
/// chooses, and animations that end between two calls end at their own exact times:
///
/// ```swift
/// var session = try GallerySession(
///   pages: [Page(id: 7), Page(id: 8)],
///   viewport: GalleryViewport(
///     preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66)))
/// session.beginDrag(.strip, at: .zero)
/// try session.drag(translation: -120, at: .milliseconds(16))
/// try session.endDrag(velocity: -900, at: .milliseconds(32))
/// for event in session.advance(to: .milliseconds(48)) { print(event) }
/// print(session.frame(at: .milliseconds(48)).position)
/// ```
///
/// Only the ``GallerySurface`` that is dragged moves the position; the other one follows. So the
/// two surfaces need no synchronization and are always consistent. A session is a value type:
/// copies are independent. The same calls at the same times give bit-identical frames, however
/// often `advance` is called in between.
///
/// Times are whole nanoseconds (fractions are dropped), at most 73 years from the origin.
public struct GallerySession: Hashable, Sendable {
  /// The configuration of the session.
  public internal(set) var configuration: GalleryConfiguration

  /// The areas of the screen that show the gallery.
  public internal(set) var viewport: GalleryViewport

  var pages: PageList
  var previewLayout: PreviewLayout
  var stripLayout: ThumbnailStripLayout

  /// The time of the last call, in nanoseconds.
  @usableFromInline
  package var clock: Int64

  /// The time of the next boundary.
  @usableFromInline
  package var upcoming = Int64.never

  /// The events that the next `advance` returns.
  @usableFromInline
  package var outbox = Outbox<GalleryEvent>()

  /// The position over time.
  var scroll: Scroll

  /// The changes of the pages.
  var editing: Editing

  /// The state that was last reported to the host.
  var announcements: Announcements

  /// Creates a session at rest.
  ///
  /// - Parameters:
  ///   - pages: The pages in order.
  ///   - viewport: The areas of the screen that show the gallery.
  ///   - configuration: The configuration of the gallery.
  ///   - activeIndex: The page to show. It is ignored without pages.
  ///   - time: The time of creation. Zero by default.
  /// - Throws: `GalleryError` if the configuration or the viewport cannot be laid out, if two pages
  ///   have the same identifier, or if there is no page at `activeIndex`.
  /// - Complexity: O(n log n) in the number of pages.
  public init(
    pages: some Collection<Page>, viewport: GalleryViewport,
    configuration: GalleryConfiguration = GalleryConfiguration(), activeIndex: Int = 0,
    at time: Duration = .zero
  ) throws(GalleryError) {
    try configuration.validate()
    self.configuration = configuration
    self.viewport = viewport
    previewLayout = try configuration.previewLayout(in: viewport.preview)
    stripLayout = try configuration.stripLayout(in: viewport.strip)
    let list = try PageList(pages)
    guard list.count == 0 || (0..<list.count).contains(activeIndex) else {
      throw .indexOutOfRange(activeIndex, count: list.count)
    }
    self.pages = list
    clock = Int64(galleryTime: time)
    scroll = Scroll(restingAt: list.count == 0 ? 0 : activeIndex)
    editing = Editing(configuration: configuration.updates)
    announcements = Announcements(activePage: list.count == 0 ? nil : list.ids[activeIndex])
  }
}

// MARK: - Parts

extension GallerySession {
  var driver: Driver { scroll.driver }

  var surface: GallerySurface { scroll.surface }

  var activePlace: Int { scroll.activePlace }

  var queue: UpdateQueue { editing.queue }

  var transaction: Transaction? { editing.transaction }
}

// MARK: - What is shown

extension GallerySession {
  /// The identifiers of all pages in order.
  public var pageIDs: [PageID] { pages.ids }

  /// The number of pages.
  public var count: Int { pages.count }

  /// The index of the active page, `nil` without pages.
  ///
  /// It is the page nearest to the position, and during a jump the requested page. A deleted page
  /// stops being active when its deletion begins.
  public var activeIndex: Int? { hasActivePage ? activePlace : nil }

  /// No page is active without pages, or from the instant at which the deletion of all pages
  /// begins.
  private var hasActivePage: Bool {
    guard pages.count > 0 else { return false }
    guard let transaction, transaction.leadsToNewOrder else { return true }
    return transaction.target != nil
  }

  /// The active page, `nil` without pages.
  public var activePage: PageID? { activeIndex.map { pages.ids[$0] } }

  /// The time of the last call.
  public var time: Duration { Duration(galleryTime: clock) }

  /// Returns the index of a page.
  ///
  /// - Parameter id: The page's identifier.
  /// - Returns: `nil` if there is no such page.
  /// - Complexity: O(log n) in the number of pages.
  public func index(of id: PageID) -> Int? { pages.index(of: id) }

  /// Returns a page of the committed order.
  ///
  /// - Parameter id: The page's identifier.
  /// - Returns: `nil` if there is no such page.
  /// - Complexity: O(log n) in the number of pages.
  public func page(_ id: PageID) -> Page? { pages.index(of: id).map(pages.page(at:)) }
}
