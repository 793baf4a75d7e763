// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// The pages of a strip and their layout.
struct StripPlan {
  let pages: InputPages
  let activeIndex: Int
  let frame: StripFrame

  /// The visible cells, ordered by index.
  let cells: [LayoutAttributes]

  /// Computes the layout of the strip, reading only the header of the active page.
  ///
  /// - Throws: `Problem.usage` for lengths that give no valid strip.
  init(pages: InputPages, activeIndex: Int, frame: StripFrame) throws(Problem) {
    self.pages = pages
    self.activeIndex = activeIndex
    self.frame = frame
    do throws(LayoutError) {
      let layout = try ThumbnailStripLayout(
        configuration: try Self.configuration(height: frame.viewportSize.height),
        viewportSize: frame.viewportSize)
      // A page without a readable header keeps the shape of a closed page.
      cells = layout.arrangement(
        of: .init(restingAt: activeIndex), itemCount: pages.count,
        aspectRatio: { (try? pages[$0].header())?.aspectRatio }
      ).layoutAttributesForElements()
    } catch {
      throw .usage(error.description)
    }
  }

  /// Returns the configuration of a strip with a given height.
  ///
  /// Gaps and margins do not depend on the height, except in strips so high that the narrowest page
  /// would be narrower open than closed: their margin is increased to compensate.
  static func configuration(
    height: Double
  ) throws(LayoutError) -> ThumbnailStripLayout.Configuration {
    let standard = ThumbnailStripLayout.Configuration.default
    let narrowing = height * standard.defaultAspectRatio - height * standard.minimumAspectRatio
    return try ThumbnailStripLayout.Configuration(
      thumbnailHeight: height, expandedMargin: max(standard.expandedMargin, narrowing))
  }
}
