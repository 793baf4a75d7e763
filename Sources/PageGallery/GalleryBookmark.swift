// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageStorage

/// A bookmark of the page that a gallery shows, from which a host restores the gallery after a
/// restart.
///
/// It refers to the document and does not contain the pages, which the source keeps.
///
/// ```swift
/// import Foundation
///
/// func save(_ gallery: Gallery, to file: URL) async throws {
///   try await JSONEncoder().encode(gallery.bookmark).write(to: file)
/// }
///
/// func reopen(_ file: URL, from store: PageStore) async throws -> Gallery {
///   let bookmark = try JSONDecoder().decode(GalleryBookmark.self, from: Data(contentsOf: file))
///   return try await Gallery(restoring: bookmark, from: store)
/// }
/// ```
public struct GalleryBookmark: Hashable, Sendable, Codable {
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

  /// Creates a bookmark.
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
  /// A bookmark of the current page, without the motion.
  public var bookmark: GalleryBookmark {
    pass()
    return GalleryBookmark(
      document: source.name, activePage: session.activePage, activeIndex: session.activeIndex,
      viewport: session.viewport, configuration: session.configuration)
  }

  /// Opens a gallery at a bookmark, at rest.
  ///
  /// If the active page no longer exists, the gallery shows the page now at its index, or the last
  /// page.
  ///
  /// - Parameters:
  ///   - bookmark: The bookmark to restore. A bookmark without a document fits any source.
  ///   - source: The source of the pages.
  ///   - clock: The clock of the gallery.
  /// - Throws: ``GalleryRestoreError/otherDocument(expected:found:)`` if the bookmark belongs to
  ///   another document, otherwise ``GalleryRestoreError/opening(_:)``.
  public init(
    restoring bookmark: GalleryBookmark, of source: some PageSource,
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws(GalleryRestoreError) {
    guard bookmark.document == nil || bookmark.document == source.name else {
      throw .otherDocument(expected: bookmark.document, found: source.name)
    }
    do throws(GalleryOpeningError) {
      let known = try await GalleryOpeningError.pages(of: source)
      try self.init(
        known, of: source, viewport: bookmark.viewport, configuration: bookmark.configuration,
        activeIndex: bookmark.index(in: known.pages), timeline: Timeline(clock))
    } catch {
      throw .opening(error)
    }
    settle()
  }

  /// Opens a gallery of a stored document at a bookmark, at rest.
  ///
  /// - Parameters:
  ///   - bookmark: The bookmark to restore.
  ///   - store: The store that keeps the document.
  ///   - clock: The clock of the gallery.
  /// - Throws: ``GalleryRestoreError/noStoredDocument(found:)`` if the bookmark does not refer to a
  ///   document of a store, otherwise ``GalleryRestoreError/opening(_:)``, with
  ///   `PageStoreError.notFound` inside if the store has no such document.
  public init(
    restoring bookmark: GalleryBookmark, from store: PageStore,
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws(GalleryRestoreError) {
    guard case .document(let id) = bookmark.document else {
      throw .noStoredDocument(found: bookmark.document)
    }
    try await self.init(restoring: bookmark, of: StoredDocument(id, in: store), clock: clock)
  }
}
