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
      editing.fail(error)
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
    outbox.append(.sourceInconsistent(at: Duration(galleryTime: now)))
    report(editing.failAll(.sourceInconsistent), at: now)
    let index = activePage.flatMap(list.index(of:))
    self.pages = list
    announcements.forgetScope()
    scroll.rest(on: index ?? max(0, min(activePlace, list.count - 1)))
    finish(at: now)
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
    scroll.reorder(by: map, shift: transaction.shift, hadPages: hadPages)
    pages.apply(changeset, map)
    announcements.forgetScope()
    editing.commit(at: time)
    outbox.append(.committed(transaction.id, changeset, at: Duration(galleryTime: time)))
    comeBack(hadPages: hadPages, at: time)
    guard let focus = transaction.update.focus, let index = pages.index(of: focus) else { return }
    jump(to: index, at: time)
  }

  /// Moves an idle position that is beyond the ends back to a page.
  private mutating func comeBack(hadPages: Bool, at time: Int64) {
    guard hadPages, pages.count > 0 else { return scroll.rest(on: activePlace) }
    guard case .idle(let position, _) = driver else { return }
    let bound = position.clamped(to: limits(at: time))
    if bound != position {
      scroll.follow(spring(to: Int(bound), velocity: 0, .preview, at: time))
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
}
