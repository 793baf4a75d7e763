// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// The pages of a strip and where they stand.
struct StripPlan {
  let pages: InputPages
  let activeIndex: Int
  let frame: StripFrame

  /// The visible cells, ordered by index.
  let cells: [LayoutAttributes]

  /// Lays out the strip; reads the header of the active page only.
  ///
  /// - Throws: `Problem.usage` for lengths that give no strip.
  init(pages: InputPages, activeIndex: Int, frame: StripFrame) throws(Problem) {
    self.pages = pages
    self.activeIndex = activeIndex
    self.frame = frame
    do throws(LayoutError) {
      let layout = try ThumbnailStripLayout(
        configuration: try Self.configuration(height: frame.viewportSize.height),
        viewportSize: frame.viewportSize)
      // A page that has no header keeps the shape of a closed one.
      cells = layout.arrangement(
        of: .init(restingAt: activeIndex), itemCount: pages.count,
        aspectRatio: { (try? pages[$0].header())?.aspectRatio }
      ).layoutAttributesForElements()
    } catch {
      throw .usage(error.description)
    }
  }

  /// Returns the configuration of a strip of some height.
  ///
  /// Gaps and margins are what they are at any height, but for strips so high that the narrowest
  /// page would take less room open than closed: their margin is what makes up for it.
  static func configuration(
    height: Double
  ) throws(LayoutError) -> ThumbnailStripLayout.Configuration {
    let standard = ThumbnailStripLayout.Configuration.default
    let narrowing = height * standard.defaultAspectRatio - height * standard.minimumAspectRatio
    return try ThumbnailStripLayout.Configuration(
      thumbnailHeight: height, expandedMargin: max(standard.expandedMargin, narrowing))
  }
}
