// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// Where somebody was in a gallery: what a host keeps to show it again after a restart.
///
/// It does not hold the pages, which the source keeps.
public struct GalleryPlace: Hashable, Sendable, Codable {
  /// The active page, `nil` without pages.
  public var activePage: PageID?

  /// The index of the active page, which finds its neighbour if the page is gone.
  public var activeIndex: Int?

  /// The areas of the screen.
  public var viewport: GalleryViewport

  /// The numbers and choices of the gallery.
  public var configuration: GalleryConfiguration

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - activePage: The active page. `nil` by default.
  ///   - activeIndex: Its index. `nil` by default.
  ///   - viewport: The areas of the screen.
  ///   - configuration: The numbers and choices of the gallery.
  public init(
    activePage: PageID? = nil, activeIndex: Int? = nil, viewport: GalleryViewport,
    configuration: GalleryConfiguration = GalleryConfiguration()
  ) {
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
  /// Where the gallery is now, without its motion.
  public var place: GalleryPlace {
    pass()
    return GalleryPlace(
      activePage: session.activePage, activeIndex: session.activeIndex,
      viewport: session.viewport, configuration: session.configuration)
  }

  /// Opens a gallery where somebody left it, at rest.
  ///
  /// If the active page is gone, the one that is now at its index is shown, or the last one.
  ///
  /// - Parameters:
  ///   - place: Where to go.
  ///   - source: The owner of the pages.
  ///   - clock: The clock that the gallery lives by.
  /// - Throws: `GalleryError` if the viewport, the configuration or the pages cannot be laid out, and
  ///   what `source` throws when it is asked for its pages.
  public init(
    restoring place: GalleryPlace, of source: some PageSource,
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws {
    let known = try await source.pages()
    try self.init(
      known, of: source, viewport: place.viewport, configuration: place.configuration,
      activeIndex: place.index(in: known.pages), timeline: Timeline(clock))
    open()
  }
}
