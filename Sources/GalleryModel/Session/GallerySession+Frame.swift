// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// Returns the frame at a time.
  ///
  /// It has no side effects: equal calls return equal frames.
  ///
  /// - Parameter time: The time. A time before the last call is replaced by it.
  /// - Returns: The visible pages and thumbnails.
  /// - Complexity: O(log v + v) for v visible pages.
  public func frame(at time: Duration) -> GalleryFrame {
    var frame = GalleryFrame()
    self.frame(at: time, into: &frame)
    return frame
  }

  /// Writes the frame at a time into an existing one.
  ///
  /// Nothing is allocated if the frame has the capacity, which it has after the first frames, and
  /// if the time is before ``nextBoundary()``. Call ``advance(to:)`` first, which every host does
  /// for the events.
  ///
  /// - Parameters:
  ///   - time: The time. A time before the last call is replaced by it.
  ///   - frame: The frame to write. Its contents are replaced.
  /// - Complexity: O(log v + v) for v visible pages.
  public func frame(at time: Duration, into frame: inout GalleryFrame) {
    let now = moment(of: time)
    guard now >= upcoming else { return write(into: &frame, at: now) }
    state(at: now).write(into: &frame, at: now)
  }

  private func write(into frame: inout GalleryFrame, at time: Int64) {
    // A closure that captured `self` would copy the whole session.
    let shapes = pages.shapes
    write(into: &frame, at: time) { shapes[$0] }
  }

  /// Writes a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame to write.
  ///   - time: A time before the next boundary.
  ///   - aspectRatio: Returns width divided by height of a page. Tests count the calls.
  func write(into frame: inout GalleryFrame, at time: Int64, aspectRatio: (Int) -> Double?) {
    let state = stripState(at: time)
    frame.time = Duration(galleryTime: time)
    frame.viewport = viewport
    frame.activePage = activePage
    frame.activeIndex = activeIndex
    frame.position = state.position
    let focus = focus(at: time)
    let transition = transaction?.layout(at: time)
    frame.focus = focus + (transition?.positionShift ?? 0)
    frame.expansionRate = state.expansionRate
    frame.isAnimating = isAnimating
    frame.stage = transaction?.updateStage ?? .none
    frame.isEmpty = pages.count == 0
    let preview = PreviewLayout.Arrangement(
      layout: previewLayout, focus: focus, itemCount: pages.count, transition: transition)
    writePreview(
      preview, during: transition, into: &frame.preview, at: time, aspectRatio: aspectRatio)
    let strip = stripArrangement(
      of: state, during: transition, at: time, aspectRatio: aspectRatio)
    writeStrip(strip, during: transition, into: &frame.strip, aspectRatio: aspectRatio)
  }
}

// MARK: - Cells

extension GallerySession {
  private func writePreview(
    _ arrangement: PreviewLayout.Arrangement, during transition: LayoutTransition?,
    into cells: inout [PreviewCell], at time: Int64, aspectRatio: (Int) -> Double?
  ) {
    cells.removeAll(keepingCapacity: true)
    guard let transition else {
      for index in arrangement.visibleRange {
        let item = arrangement.layoutAttributesForItem(at: index)
        cells.append(cell(item, aspectRatio(index), contentBlend: 1))
      }
      return
    }
    guard var walk = arrangement.walk(during: transition) else { return }
    while let item = arrangement.next(&walk, during: transition) {
      let blend = transaction?.contentBlend(ofPageAt: item.index, at: time) ?? 1
      cells.append(cell(item, aspectRatio(item.index), contentBlend: blend))
    }
  }

  private func cell(
    _ item: PreviewAttributes, _ aspectRatio: Double?, contentBlend: Double
  ) -> PreviewCell {
    PreviewCell(
      id: pages.ids[item.index], index: item.index, pageDistance: item.pageDistance,
      center: item.center, size: item.size, scale: item.scale, alpha: item.alpha,
      contentRect: item.contentRect(forAspectRatio: aspectRatio),
      parallaxOffset: item.parallaxOffset, contentBlend: contentBlend,
      contentVersion: pages.contentVersion(at: item.index), zIndex: item.zIndex)
  }

  private func writeStrip(
    _ arrangement: ThumbnailStripLayout.Arrangement, during transition: LayoutTransition?,
    into cells: inout [StripCell], aspectRatio: (Int) -> Double?
  ) {
    cells.removeAll(keepingCapacity: true)
    let ids = pages.ids
    let versions = pages.contentVersions
    @inline(__always)
    func append(_ item: LayoutAttributes) {
      cells.append(
        StripCell(
          id: ids[item.index], index: item.index, center: item.center, size: item.size,
          alpha: item.alpha, expansion: item.expansion,
          crop: item.crop(forAspectRatio: aspectRatio(item.index)),
          contentVersion: versions[item.index], zIndex: item.zIndex))
    }
    guard let transition else {
      // A call for a single item would look up the transition again, which copies it.
      for index in arrangement.visibleRange {
        append(arrangement.layoutAttributes(of: index, arrangement.restingExtent(of: index)))
      }
      return
    }
    guard var walk = arrangement.walk(during: transition) else { return }
    while let item = arrangement.next(&walk, during: transition) { append(item) }
  }
}
