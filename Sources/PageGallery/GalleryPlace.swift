// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageStorage

/// A saved position in a gallery, from which a host restores it after a restart.
///
/// It refers to the document and does not contain the pages, which the source keeps.
///
/// ```swift
/// import Foundation
///
/// func save(_ gallery: Gallery, to file: URL) async throws {
///   try await JSONEncoder().encode(gallery.place).write(to: file)
/// }
///
/// func reopen(_ file: URL, from store: PageStore) async throws -> Gallery {
///   let place = try JSONDecoder().decode(GalleryPlace.self, from: Data(contentsOf: file))
///   return try await Gallery(restoring: place, from: store)
/// }
/// ```
public struct GalleryPlace: Hashable, Sendable, Codable {
  /// The name of the source, `nil` if it has none.
  public var document: PageSourceName?

  /// The active page, `nil` without pages.
  public var activePage: PageID?

  /// The index of the active page, which selects a neighbor if the page no longer exists.
  public var activeIndex: Int?

  /// The areas of the screen.
  public var viewport: GalleryViewport

  /// The settings of the gallery.
  public var configuration: GalleryConfiguration

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - document: The name of the source. `nil` by default: it has none.
  ///   - activePage: The active page. `nil` by default.
  ///   - activeIndex: Its index. `nil` by default.
  ///   - viewport: The areas of the screen.
  ///   - configuration: The settings of the gallery.
  public init(
    document: PageSourceName? = nil, activePage: PageID? = nil, activeIndex: Int? = nil,
    viewport: GalleryViewport, configuration: GalleryConfiguration = GalleryConfiguration()
  ) {
    self.document = document
    self.activePage = activePage
    self.activeIndex = activeIndex
    self.viewport = viewport
    self.configuration = configuration
  }

  /// Returns the index of the page to show.
  func index(in pages: [Page]) -> Int {
    let found = activePage.flatMap { id in pages.firstIndex { $0.id == id } }
    return found ?? max(0, min(activeIndex ?? 0, pages.count - 1))
  }
}

extension Gallery {
  /// The current place of the gallery, without its motion.
  public var place: GalleryPlace {
    pass()
    return GalleryPlace(
      document: source.name, activePage: session.activePage, activeIndex: session.activeIndex,
      viewport: session.viewport, configuration: session.configuration)
  }

  /// Opens a gallery at a saved place, at rest.
  ///
  /// If the active page no longer exists, the gallery shows the page now at its index, or the last
  /// page.
  ///
  /// - Parameters:
  ///   - place: The place to restore. A place without a document fits any source.
  ///   - source: The source of the pages.
  ///   - clock: The clock of the gallery.
  /// - Throws: ``GalleryRestoreError/otherDocument(expected:found:)`` if the place belongs to
  ///   another document, otherwise ``GalleryRestoreError/opening(_:)``.
  public init(
    restoring place: GalleryPlace, of source: some PageSource,
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws(GalleryRestoreError) {
    guard place.document == nil || place.document == source.name else {
      throw .otherDocument(expected: place.document, found: source.name)
    }
    do throws(GalleryOpeningError) {
      let known = try await GalleryOpeningError.pages(of: source)
      try self.init(
        known, of: source, viewport: place.viewport, configuration: place.configuration,
        activeIndex: place.index(in: known.pages), timeline: Timeline(clock))
    } catch {
      throw .opening(error)
    }
    open()
  }

  /// Opens a gallery of a stored document at a saved place, at rest.
  ///
  /// - Parameters:
  ///   - place: The place to restore.
  ///   - store: The store that keeps the document.
  ///   - clock: The clock of the gallery.
  /// - Throws: ``GalleryRestoreError/noStoredDocument(found:)`` if the place does not refer to a
  ///   document of a store, otherwise ``GalleryRestoreError/opening(_:)``, with
  ///   `PageStoreError.notFound` inside if the store has no such document.
  public init(
    restoring place: GalleryPlace, from store: PageStore,
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws(GalleryRestoreError) {
    guard case .document(let id) = place.document else {
      throw .noStoredDocument(found: place.document)
    }
    try await self.init(restoring: place, of: StoredDocument(id, in: store), clock: clock)
  }
}
