// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// Requests a change of the pages.
  ///
  /// The change begins with the next call that advances time, after all changes before it have
  /// ended. It ends with exactly one `completed` event.
  ///
  /// - Parameters:
  ///   - request: The change.
  ///   - isAlone: Whether the change runs in a transaction of its own, for any policy: for changes
  ///     that the host has to apply in another way than others. `false` by default.
  ///   - time: The time of the request.
  /// - Returns: The ticket that identifies the request in events.
  /// - Complexity: O(log n + log q) for n pages and q pending requests.
  @discardableResult
  public mutating func enqueue(
    _ request: UpdateRequest, alone isAlone: Bool = false, at time: Duration
  ) -> UpdateTicket {
    let now = enter(at: time)
    let acceptance = editing.accept(request, alone: isAlone, at: now, in: pages)
    if let outcome = acceptance.outcome {
      report([UpdateCompletion(ticket: acceptance.ticket, outcome: outcome)], at: now)
    }
    schedule(at: now)
    return acceptance.ticket
  }

  /// Requests the deletion of the active page.
  ///
  /// If its deletion is already pending, the request is for the page that will be active then: two
  /// calls in quick succession delete two pages.
  ///
  /// - Parameter time: The time of the request.
  /// - Returns: The ticket, `nil` if no page will be left.
  @discardableResult
  public mutating func deleteActive(at time: Duration) -> UpdateTicket? {
    let now = enter(at: time)
    followActivePage(at: now)
    guard pages.count > 0 else { return nil }
    let active = pages.ids[activePlace]
    guard let page = queue.logicalActivePage(for: active, in: pages) else { return nil }
    return enqueue(.delete(.id(page)), at: Duration(galleryTime: now))
  }

  /// Cancels a request.
  ///
  /// A waiting request is removed. A request that is running alone is rolled back, unless the host
  /// has already been asked to change the pages.
  ///
  /// - Parameters:
  ///   - ticket: The request.
  ///   - time: The time of the call.
  /// - Returns: `false` if it is too late.
  @discardableResult
  public mutating func cancel(_ ticket: UpdateTicket, at time: Duration) -> Bool {
    let now = enter(at: time)
    switch editing.cancel(ticket) {
    case .refused: return false
    case .done(let ended): report(ended, at: now)
    case .rollsBack: rollBack(to: destinationWithoutChange, at: now)
    case .rollingBack: return true
    }
    finish(at: now)
    return true
  }

  /// Makes all pending changes without animation.
  ///
  /// The host is asked for each of them as usual.
  ///
  /// - Parameter time: The time of the call.
  public mutating func drain(at time: Duration) {
    let now = enter(at: time)
    guard editing.drain(at: now) else { return }
    finish(at: now)
  }

  /// Cancels all requests at once, including running ones.
  ///
  /// A pending answer of the host is ignored. If the host applies the change nevertheless, it must
  /// call ``resynchronize(with:at:)``.
  ///
  /// - Parameter time: The time of the call.
  public mutating func discard(at time: Duration) {
    let now = enter(at: time)
    let page = destinationWithoutChange
    report(editing.discard(), at: now)
    goBack(to: page, at: now)
    finish(at: now)
  }
}
