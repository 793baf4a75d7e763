// SPDX-License-Identifier: Apache-2.0

/// The state of a gallery that a host stores to restore it: everything except motion.
public struct GallerySnapshot: Hashable, Sendable {
  /// The pages in order.
  public var pages: [Page]

  /// The active page, `nil` without pages.
  public var activePage: PageID?

  /// The areas of the screen that show the gallery.
  public var viewport: GalleryViewport

  /// The configuration of the gallery.
  public var configuration: GalleryConfiguration

  /// Creates a snapshot.
  ///
  /// - Parameters:
  ///   - pages: The pages in order.
  ///   - activePage: The active page. `nil` means the first one.
  ///   - viewport: The areas of the screen that show the gallery.
  ///   - configuration: The configuration of the gallery.
  public init(
    pages: [Page], activePage: PageID?, viewport: GalleryViewport,
    configuration: GalleryConfiguration
  ) {
    self.pages = pages
    self.activePage = activePage
    self.viewport = viewport
    self.configuration = configuration
  }
}

extension GallerySession {
  /// The state to store in order to restore the session.
  ///
  /// - Complexity: O(n) in the number of pages.
  public var snapshot: GallerySnapshot {
    GallerySnapshot(
      pages: (0..<pages.count).map(pages.page(at:)), activePage: activePage, viewport: viewport,
      configuration: configuration)
  }

  /// Creates a session at rest on the page that was active when a snapshot was taken.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - time: The time of creation. Zero by default.
  /// - Throws: `GalleryError` like the other initializer, and `.unknownPage` if the active page is
  ///   not among the pages.
  /// - Complexity: O(n log n) in the number of pages.
  public init(restoring snapshot: GallerySnapshot, at time: Duration = .zero) throws(GalleryError) {
    var index = 0
    if let page = snapshot.activePage {
      guard let found = snapshot.pages.firstIndex(where: { $0.id == page }) else {
        throw .unknownPage(page)
      }
      index = found
    }
    try self.init(
      pages: snapshot.pages, viewport: snapshot.viewport, configuration: snapshot.configuration,
      activeIndex: index, at: time)
  }
}

#if !hasFeature(Embedded)
  extension GallerySnapshot: Codable {}
#endif
