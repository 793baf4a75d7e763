// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// The input of the invariants after a step.
///
/// A test of the invariants can corrupt any part of it.
struct Observation {
  var frame: GalleryFrame
  var isAtRest: Bool
  var axis: Axis
  var isMirrored: Bool
  var count: Int

  /// The attributes of all pages, visible or not; empty for a long gallery.
  var strip: [LayoutAttributes] = []
  var preview: [PreviewAttributes] = []

  /// Main length divided by cross length of every open thumbnail; empty for a long gallery.
  var ratios: [Double] = []

  /// The weights of the explicit expansions.
  var weights: [Int: Double]

  /// The number of explicit expansions, including those with zero weight.
  var weightCount: Int

  /// The pages whose sizes were requested to make the frame, with repetitions.
  var askedSizes: [Int]

  var prefetched: Set<PageID>
  var configuration: GalleryConfiguration

  /// - Parameters:
  ///   - session: The session to observe, at the time of its last call.
  ///   - ratios: Main length divided by cross length of every open thumbnail.
  ///   - limit: The maximum number of pages at which all of them are observed.
  init(_ session: GallerySession, ratios: [Double], all limit: Int = 200) {
    let time = session.clock
    var frame = GalleryFrame()
    var asked: [Int] = []
    session.write(into: &frame, at: time) { index in
      asked.append(index)
      return session.pages.shapes[index]
    }
    self.frame = frame
    askedSizes = asked
    isAtRest = session.isAtRest
    axis = session.configuration.axis
    isMirrored = axis == .horizontal && session.configuration.direction == .rightToLeft
    count = session.count
    prefetched = Set(session.prefetchedPages)
    configuration = session.configuration
    let explicit = session.stripState(at: time).explicitExpansions
    weightCount = explicit.entries.count
    weights = Dictionary(
      explicit.entries.map { ($0.index, explicit.weight(of: $0)) }, uniquingKeysWith: { $1 })
    guard count <= limit else { return }
    let strip = session.stripArrangement(at: time)
    self.strip = (0..<count).map(strip.layoutAttributesForItem(at:))
    let preview = session.previewArrangement(at: time)
    self.preview = (0..<count).map(preview.layoutAttributesForItem(at:))
    self.ratios = ratios
  }

  /// The distance of a point from the middle of an area along the axis, in the order of the pages.
  func offset(of center: Point, in size: Size) -> Double {
    (center.coordinate(along: axis) - size.length(along: axis) / 2) * (isMirrored ? -1 : 1)
  }

  /// X of a thumbnail.
  func stripOffset(_ item: LayoutAttributes) -> Double {
    offset(of: item.center, in: frame.viewport.strip)
  }

  func length(_ size: Size) -> Double { size.length(along: axis) }

  /// The height of the thumbnails.
  var height: Double { frame.viewport.strip.length(along: axis.perpendicular) }
}
