// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// Shows the page at an index.
  ///
  /// An animated jump takes 0.3 s and skips the pages in between. A touch stops it, and another
  /// jump redirects it. If the gallery rests at the page or is already jumping to it, nothing
  /// changes. A page that is being deleted is replaced by its successor.
  ///
  /// - Parameters:
  ///   - index: The index of the page.
  ///   - animated: Whether the change is animated.
  ///   - time: The time of the call.
  /// - Returns: `false` without pages, also while the last ones are being deleted.
  /// - Throws: `GalleryError.indexOutOfRange` if there are pages, but none at the index.
  @discardableResult
  public mutating func goTo(
    index: Int, animated: Bool = true, at time: Duration
  ) throws(GalleryError) -> Bool {
    guard pages.count == 0 || (0..<pages.count).contains(index) else {
      throw .indexOutOfRange(index, count: pages.count)
    }
    let now = enter(at: time)
    guard let page = pages.count > 0 ? successor(of: index) : nil else { return false }
    if animated {
      jump(to: page, at: now)
    } else {
      // While a change moves the pages, the preview stays with this one.
      scroll.cut(
        to: page, position: restingPosition(of: page),
        showing: transaction?.movesPages == true ? page : nil)
    }
    finish(at: now)
    return true
  }

  /// Shows a page.
  ///
  /// See ``goTo(index:animated:at:)``.
  ///
  /// - Parameters:
  ///   - page: The identifier of the page.
  ///   - animated: Whether the change is animated.
  ///   - time: The time of the call.
  /// - Returns: `false` without pages.
  /// - Throws: `GalleryError.unknownPage` if there are pages, but none with that identifier.
  @discardableResult
  public mutating func goTo(
    page: PageID, animated: Bool = true, at time: Duration
  ) throws(GalleryError) -> Bool {
    if let index = pages.index(of: page) {
      return try goTo(index: index, animated: animated, at: time)
    }
    guard pages.count == 0 else { throw .unknownPage(page) }
    _ = enter(at: time)
    return false
  }
}

// MARK: - Jumps

extension GallerySession {
  /// Jumps to a page that is not being deleted.
  mutating func jump(to page: Int, at time: Int64) {
    if case .jump(let jump) = driver, jump.page == page { return }
    let position = position(at: time)
    if case .idle = driver, position == Double(restingPosition(of: page)) { return }
    startJump(to: page, at: time, duration: jumpDuration)
  }

  mutating func startJump(to page: Int, at time: Int64, duration: Int64) {
    let target = restingPosition(of: page)
    let jump = Jump(
      page: page,
      target: target,
      motion: Tween(
        from: position(at: time), to: Double(target), at: time, duration: duration),
      end: time + duration)
    scroll.follow(jump, closing: openThumbnails(at: time), at: time)
  }

  /// Stops a jump at its current position: its explicit expansions close.
  mutating func leaveJump(at time: Int64) {
    guard case .jump = driver else { return }
    let position = position(at: time)
    scroll.stop(position: position)
    scroll.fadeExpansions(at: time, duration: fadeDuration)
    if let page = page(nearestTo: position) { scroll.activate(page) }
  }

  /// Returns all open thumbnails as explicit expansions.
  ///
  /// Invisible ones are omitted.
  private func openThumbnails(at time: Int64) -> ThumbnailStripLayout.ExplicitExpansions {
    let arrangement = stripArrangement(at: time)
    let open = arrangement.expandedItems
    var result = ThumbnailStripLayout.ExplicitExpansions.none
    for place in 0..<open.count {
      let item = open[place: place]
      // A narrow page may have no extra length and still be much narrower than a collapsed one.
      guard max(item.extraLength, abs(item.growth)) >= Self.visibleLength else { continue }
      // Deleted and new items close and open by themselves, whatever their weights are.
      let share = arrangement.transition?.share(of: item.index) ?? 1
      guard share > 0 else { continue }
      let weight = min(1, item.expansion / share)
      result.entries.append(.init(index: item.index, start: weight, target: weight))
    }
    return result
  }

  /// The change of length below which an expansion counts as invisible, in points.
  private static var visibleLength: Double { 0.01 }
}
