// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

extension Gallery {
  /// Changes the pages, and returns when the animation has ended.
  ///
  /// The source is asked to make the change at the moment at which it is to be seen. Edits that come
  /// while another one moves wait for it, and then move together. If the task that waits is
  /// cancelled before the source has been asked, the edit goes back the way that it came.
  ///
  /// - Parameter request: What to change.
  /// - Returns: How it ended: `success`, or that there was nothing to do (`alreadyRemoved`,
  ///   `superseded`, `cancelledOut`).
  /// - Throws: ``GalleryEditError`` if the pages are as if the edit had never been asked for.
  @discardableResult
  public func update(_ request: UpdateRequest) async throws(GalleryEditError) -> UpdateOutcome {
    guard !isClosed else { throw .closed }
    pass()
    let ticket = session.enqueue(request, at: timeline.now)
    return try await end(of: ticket)
  }

  /// Deletes a page.
  ///
  /// - Parameter page: The name of the page.
  /// - Returns: How it ended, as for ``update(_:)``.
  /// - Throws: ``GalleryEditError``.
  @discardableResult
  public func delete(_ page: PageID) async throws(GalleryEditError) -> UpdateOutcome {
    try await update(.delete(.id(page)))
  }

  /// Deletes the active page; two calls in quick succession delete two pages.
  ///
  /// - Returns: How it ended, as for ``update(_:)``; `nil` if no page is left to delete.
  /// - Throws: ``GalleryEditError``.
  @discardableResult
  public func deleteActivePage() async throws(GalleryEditError) -> UpdateOutcome? {
    guard !isClosed else { throw .closed }
    guard let ticket = session.deleteActive(at: timeline.now) else {
      settle()
      return nil
    }
    return try await end(of: ticket)
  }

  /// Inserts a page.
  ///
  /// - Parameters:
  ///   - page: The new page.
  ///   - index: The index of the page before which it goes, the count for the end.
  ///   - focus: The page that is active afterwards: the one that was by default.
  /// - Returns: How it ended, as for ``update(_:)``.
  /// - Throws: ``GalleryEditError``.
  @discardableResult
  public func insert(
    _ page: Page, at index: Int, focus: InsertionFocus = .keep
  ) async throws(GalleryEditError) -> UpdateOutcome {
    try await update(.insert(page, at: index, focus: focus))
  }

  /// Moves a page.
  ///
  /// - Parameters:
  ///   - page: The name of the page.
  ///   - index: The index that it has afterwards.
  /// - Returns: How it ended, as for ``update(_:)``.
  /// - Throws: ``GalleryEditError``.
  @discardableResult
  public func move(_ page: PageID, to index: Int) async throws(GalleryEditError) -> UpdateOutcome {
    try await update(.move(.id(page), to: index))
  }

  /// Gives a page another picture.
  ///
  /// ``rotate(_:by:)`` is for a page that is turned.
  ///
  /// - Parameters:
  ///   - page: The name of the page.
  ///   - size: The shape of the new picture, `nil` if it is unknown.
  /// - Returns: How it ended, as for ``update(_:)``.
  /// - Throws: ``GalleryEditError``.
  @discardableResult
  public func replace(
    _ page: PageID, with size: PageShape?
  ) async throws(GalleryEditError) -> UpdateOutcome {
    try await update(.replace(.id(page), with: size))
  }
}

// MARK: - Waiting

extension Gallery {
  func end(of ticket: UpdateTicket) async throws(GalleryEditError) -> UpdateOutcome {
    shared.beginRequest()
    settle()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let outcome = endedEdits.removeValue(forKey: ticket) {
          continuation.resume(returning: outcome)
        } else {
          waitingEdits[ticket] = continuation
        }
      }
    } onCancel: {
      Task { await self.cancel(ticket) }
    }
    let sourceError = sourceErrors.removeValue(forKey: ticket)
    // The gallery was closed while the edit went back.
    if let sourceError, case .cancelled = outcome { throw .source(sourceError) }
    switch outcome {
    case .success, .cancelledOut, .superseded, .alreadyRemoved: return outcome
    case .rejected(let error): throw .rejected(error)
    case .failed(.sourceInconsistent): throw .sourceInconsistent
    case .failed(let error): throw .source(sourceError ?? .invalidChange(error))
    case .cancelled: throw .cancelled
    case .dependencyFailed: throw .dependencyFailed
    }
  }

  /// Takes a request back, unless the source has been asked for it.
  func cancel(_ ticket: UpdateTicket) {
    perform { session, now in
      guard !session.waitingTickets.contains(ticket) else { return }
      session.cancel(ticket, at: now)
    }
  }

  /// Notes the end of a request.
  func end(_ ticket: UpdateTicket, _ outcome: UpdateOutcome) {
    if ticket == shared.takeover?.ticket { return endTakeover(outcome) }
    shared.endRequest()
    rotations[ticket] = nil
    if let waiting = waitingEdits.removeValue(forKey: ticket) {
      waiting.resume(returning: outcome)
    } else {
      endedEdits[ticket] = outcome
    }
  }
}
