// SPDX-License-Identifier: Apache-2.0

/// The host's answer to a request to change its pages.
public enum CommitAnswer: Hashable, Sendable {
  /// The host has applied the change.
  case success

  /// The host has not applied the change, and has its old pages.
  case failure(UpdateError)
}

extension GallerySession {
  /// The change that is waiting for the host's answer, `nil` without one.
  public var waitingTransaction: GalleryTransactionID? {
    transaction?.stage == .waiting ? transaction?.id : nil
  }

  /// The requests of the change that is waiting for the host's answer, in the order of their
  /// acceptance.
  ///
  /// It is empty if no change is waiting.
  public var waitingTickets: [UpdateTicket] {
    waitingTransaction == nil ? [] : transaction?.update.tickets ?? []
  }

  /// Resolves a request to change the pages.
  ///
  /// After a success the new order is committed at once, without a visible jump. After a failure
  /// the animation is rolled back, and the pages do not change; a gallery without a driver stays on
  /// the page that is active at the answer.
  ///
  /// - Parameters:
  ///   - transaction: The identifier from `commitRequested`.
  ///   - answer: Whether the host has applied the change.
  ///   - time: The time of the answer.
  /// - Returns: `false` if this change is not waiting for an answer.
  /// - Complexity: O(n) in the number of pages for a success.
  @discardableResult
  public mutating func resolveCommit(
    _ transaction: GalleryTransactionID, _ answer: CommitAnswer, at time: Duration
  ) -> Bool {
    let now = enter(at: time)
    guard waitingTransaction == transaction else { return false }
    switch answer {
    case .success: commit(at: now)
    case .failure(let error):
      queue.fail(error)
      rollBack(to: destination ?? activeIndex, at: now)
    }
    finish(at: now)
    return true
  }

  /// Adopts the pages of a host that differ from the result of a change.
  ///
  /// All requests fail. The gallery rests on the page that was active, or on the one that is now at
  /// its index.
  ///
  /// - Parameters:
  ///   - pages: The pages of the host.
  ///   - time: The time of the call.
  /// - Throws: `GalleryError` if two pages have the same identifier. Then nothing changes.
  /// - Complexity: O(n log n) in the number of pages.
  public mutating func resynchronize(
    with pages: some Collection<Page>, at time: Duration
  ) throws(GalleryError) {
    let list = try PageList(pages)
    let now = enter(at: time)
    pendingEvents.append(.sourceInconsistent(at: Duration(galleryTime: now)))
    report(queue.failAll(.sourceInconsistent), at: now)
    transaction = nil
    isDraining = false
    let index = activePage.flatMap(list.index(of:))
    self.pages = list
    announced.forgetScope()
    activePlace = index ?? max(0, min(activePlace, list.count - 1))
    rest()
    finish(at: now)
  }

  /// Comes to rest on the active page at once.
  private mutating func rest() {
    driver = .idle(position: Double(activePlace))
    expansions = .none
    rate = .constant(1)
    trail = .constant(0)
    ratioTweens = []
  }
}

// MARK: - Commit

extension GallerySession {
  /// Commits the waiting change.
  private mutating func commit(at time: Int64) {
    guard let transaction else { return }
    let (map, changeset) = (transaction.map, transaction.update.changeset)
    let hadPages = transaction.target != nil
    tweenRatios(of: changeset.replacements, at: time)
    driver.reorder(by: transaction.shift) { map.newIndex(of: $0) }
    expansions.reorder { map.isDeleted($0) ? nil : map.newIndex(of: $0) }
    reorderRatioTweens(map)
    activePlace = hadPages ? map.newIndex(of: activePlace) : 0
    pages.apply(changeset, map)
    announced.forgetScope()
    queue.commit(at: Duration(galleryTime: time))
    pendingEvents.append(.committed(transaction.id, changeset, at: Duration(galleryTime: time)))
    self.transaction = self.transaction?.entering(.grow, at: time)
    comeBack(hadPages: hadPages, at: time)
    guard let focus = transaction.update.focus, let index = pages.index(of: focus) else { return }
    jump(to: index, at: time)
  }

  /// Moves an idle position that is beyond the ends back to a page.
  private mutating func comeBack(hadPages: Bool, at time: Int64) {
    guard hadPages, pages.count > 0 else { return rest() }
    guard case .idle(let position) = driver else { return }
    let bound = position.clamped(to: limits(at: time))
    if bound != position {
      driver = .settle(spring(to: Int(bound), velocity: 0, .preview, time))
    }
  }

  /// Animates open thumbnails to the shapes of new images.
  private mutating func tweenRatios(of replacements: [Changeset.Replacement], at time: Int64) {
    guard !replacements.isEmpty else { return }
    let arrangement = stripArrangement(at: time)
    for replacement in replacements {
      let isOpen = arrangement.extent(of: replacement.index).expansion > 0
      tweenRatio(ofPageAt: replacement.index, to: replacement.size, isOpen: isOpen, at: time)
    }
  }

  private mutating func reorderRatioTweens(_ map: IndexMap) {
    ratioTweens.removeAll { map.isDeleted($0.index) }
    for place in ratioTweens.indices {
      ratioTweens[place].index = map.newIndex(of: ratioTweens[place].index)
    }
  }
}

extension Driver {
  /// Continues with another order of the pages.
  ///
  /// - Parameters:
  ///   - places: The shift of all positions.
  ///   - newIndex: Returns the new index of a page that is not deleted.
  fileprivate mutating func reorder(by places: Int, newIndex: (Int) -> Int) {
    switch self {
    case .idle(let position): self = .idle(position: position + Double(places))
    case .drag(var drag):
      drag.shift(by: places)
      self = .drag(drag)
    case .settle(var settle):
      settle.shift(by: places)
      self = .settle(settle)
    case .jump(var jump):
      jump.page = newIndex(jump.page)
      jump.target += places
      jump.motion = jump.motion.shifted(by: Double(places))
      self = .jump(jump)
    }
  }
}
