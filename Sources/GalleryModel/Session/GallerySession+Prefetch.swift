// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// The pages that will be needed soon, the most urgent one first, as of the last
  /// ``advance(to:)``.
  public var prefetchedPages: [PageID] { announcements.pages }

  /// Reports the differences between the pages that will be needed soon and the last list.
  mutating func announcePages(at time: Int64) {
    guard announcements.isStale || isAnimating else { return }
    announcements.validate()
    let scope = prefetchScope(at: time)
    guard scope != announcements.scope else { return }
    let wanted = scope.wanted(ahead: configuration.prefetchAhead).map { pages.ids[$0] }
    let (added, removed) = announcements.replace(with: wanted, scope: scope)
    let now = Duration(galleryTime: time)
    if !removed.isEmpty { outbox.append(.cancelPrefetch(removed, at: now)) }
    if !added.isEmpty { outbox.append(.prefetch(added, at: now)) }
  }

  private func prefetchScope(at time: Int64) -> PrefetchScope {
    guard pages.count > 0 else { return .empty }
    let strip = stripArrangement(at: time)
    let nearest = strip.focusedIndex ?? 0
    return PrefetchScope(
      active: activePlace,
      target: destination,
      nearest: nearest,
      lean: Self.sign(strip.state.position - Double(nearest)),
      visible: strip.visibleRange,
      direction: direction(at: time),
      count: pages.count)
  }

  /// Returns 1 for a motion to later pages, -1 to earlier ones, 0 at rest.
  private func direction(at time: Int64) -> Int {
    switch driver {
    case .idle: return 0
    case .drag(let drag): return Int(drag.direction)
    case .settle, .jump:
      return Self.sign(Double(driver.target ?? 0) - position(at: time))
    }
  }

  private static func sign(_ number: Double) -> Int { number == 0 ? 0 : number > 0 ? 1 : -1 }
}
