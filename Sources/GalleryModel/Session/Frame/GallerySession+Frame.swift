// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// Returns what the gallery shows at a time.
  ///
  /// It changes nothing: the same question has the same answer.
  ///
  /// - Parameter time: The time to look at. Times before the last call count as that one.
  /// - Returns: The visible pages and thumbnails.
  /// - Complexity: O(log v + v) for v visible pages.
  public func frame(at time: Duration) -> GalleryFrame {
    var frame = GalleryFrame()
    self.frame(at: time, into: &frame)
    return frame
  }

  /// Writes what the gallery shows at a time into a frame.
  ///
  /// Nothing is allocated if the frame has the capacity, as it has after the first frames, and if
  /// the time is before ``nextBoundary()``. Call ``advance(to:)`` first, which every host does for
  /// the events.
  ///
  /// - Parameters:
  ///   - time: The time to look at. Times before the last call count as that one.
  ///   - frame: The frame that receives the answer. What it held before is forgotten.
  /// - Complexity: O(log v + v) for v visible pages.
  public func frame(at time: Duration, into frame: inout GalleryFrame) {
    let now = max(clock, Int64(galleryTime: time))
    guard now >= upcoming else { return write(into: &frame, at: now) }
    at(now).write(into: &frame, at: now)
  }

  private func write(into frame: inout GalleryFrame, at time: Int64) {
    // A closure that used `self` would copy the whole session.
    let shapes = pages.shapes
    write(into: &frame, at: time) { shapes[$0] }
  }

  /// Writes a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame that receives the answer.
  ///   - time: A time before the next boundary.
  ///   - aspectRatio: Returns width divided by height of a page. Tests count the calls.
  func write(into frame: inout GalleryFrame, at time: Int64, aspectRatio: (Int) -> Double?) {
    let state = stripState(at: time)
    frame.time = Duration(galleryTime: time)
    frame.viewport = viewport
    frame.activePage = activePage
    frame.activeIndex = activeIndex
    frame.position = state.position
    frame.focus = focus(at: time)
    frame.expansionRate = state.expansionRate
    frame.isAnimating = isAnimating
    frame.stage = .none
    frame.isEmpty = pages.count == 0
    writePreview(into: &frame.preview, focus: frame.focus, aspectRatio: aspectRatio)
    writeStrip(into: &frame.strip, state: state, at: time, aspectRatio: aspectRatio)
  }
}

// MARK: - Cells

extension GallerySession {
  private func writePreview(
    into cells: inout [PreviewCell], focus: Double, aspectRatio: (Int) -> Double?
  ) {
    cells.removeAll(keepingCapacity: true)
    let arrangement = PreviewLayout.Arrangement(
      layout: previewLayout, focus: focus, itemCount: pages.count)
    let ids = pages.ids
    for index in arrangement.visibleRange {
      let item = arrangement.layoutAttributesForItem(at: index)
      cells.append(
        PreviewCell(
          id: ids[index], index: index, pageDistance: item.pageDistance,
          center: item.center, size: item.size, scale: 1, alpha: 1,
          contentRect: item.contentRect(forAspectRatio: aspectRatio(index)),
          parallaxOffset: item.parallaxOffset, contentBlend: 1,
          contentVersion: pages.contentVersion(at: index), zIndex: item.zIndex))
    }
  }

  private func writeStrip(
    into cells: inout [StripCell], state: ThumbnailStripLayout.State, at time: Int64,
    aspectRatio: (Int) -> Double?
  ) {
    cells.removeAll(keepingCapacity: true)
    let arrangement = stripArrangement(of: state, at: time, aspectRatio: aspectRatio)
    let ids = pages.ids
    for index in arrangement.visibleRange {
      let item = arrangement.layoutAttributesForItem(at: index)
      cells.append(
        StripCell(
          id: ids[index], index: index, center: item.center, size: item.size,
          alpha: item.alpha, expansion: item.expansion,
          crop: item.crop(forAspectRatio: aspectRatio(index)), zIndex: item.zIndex))
    }
  }
}
