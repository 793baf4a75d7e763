// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

extension Gallery {
  /// Applies a request to the pages, and returns when the animation has ended.
  ///
  /// The source applies the change at the moment at which it becomes visible. Edits that arrive
  /// while another one animates are queued, and then animate together. If the waiting task is
  /// cancelled before the source is called, the edit is reversed on the screen.
  ///
  /// - Parameter request: The edits to make.
  /// - Returns: The outcome: `success`, or that there was nothing to do (`alreadyRemoved`,
  ///   `superseded`, `cancelledOut`).
  /// - Throws: ``GalleryEditError`` if the edit had no effect on the pages.
  @discardableResult
  public func update(_ request: UpdateRequest) async throws(GalleryEditError) -> UpdateOutcome {
    guard let ticket = state.enqueue(request, at: timeline.now) else { throw .closed }
    return try await end(of: ticket)
  }

  /// Deletes a page.
  ///
  /// - Parameter page: The identifier of the page.
  /// - Returns: The outcome, as for ``update(_:)``.
  /// - Throws: ``GalleryEditError``.
  @discardableResult
  public func delete(_ page: PageID) async throws(GalleryEditError) -> UpdateOutcome {
    try await update(.delete(.id(page)))
  }

  /// Deletes the active page; two calls in quick succession delete two pages.
  ///
  /// - Returns: The outcome, as for ``update(_:)``; `nil` if there is no page to delete.
  /// - Throws: ``GalleryEditError``.
  @discardableResult
  public func deleteActivePage() async throws(GalleryEditError) -> UpdateOutcome? {
    guard !isClosed else { throw .closed }
    guard let ticket = state.deleteActive(at: timeline.now) else {
      settle()
      return nil
    }
    return try await end(of: ticket)
  }

  /// Inserts a page.
  ///
  /// - Parameters:
  ///   - page: The new page.
  ///   - index: The index of the page to insert before; the page count appends.
  ///   - focus: The active page after the edit. The current one by default.
  /// - Returns: The outcome, as for ``update(_:)``.
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
  ///   - page: The identifier of the page.
  ///   - index: The index of the page after the move.
  /// - Returns: The outcome, as for ``update(_:)``.
  /// - Throws: ``GalleryEditError``.
  @discardableResult
  public func move(_ page: PageID, to index: Int) async throws(GalleryEditError) -> UpdateOutcome {
    try await update(.move(.id(page), to: index))
  }

  /// Replaces the image of a page.
  ///
  /// To rotate a page, use ``rotate(_:by:)``.
  ///
  /// - Parameters:
  ///   - page: The identifier of the page.
  ///   - size: The shape of the new image, `nil` if it is unknown.
  /// - Returns: The outcome, as for ``update(_:)``.
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
    openEdits.insert(ticket)
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
    // The gallery was closed while the edit was being reversed.
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

  /// Cancels a request, unless the source has already been called for it.
  func cancel(_ ticket: UpdateTicket) {
    perform { state, now in _ = state.cancel(ticket, at: now) }
  }

  /// Records the end of a request.
  func end(_ ticket: UpdateTicket, _ outcome: UpdateOutcome) {
    // Changes of others have requests as well.
    guard openEdits.remove(ticket) != nil else { return }
    if let waiting = waitingEdits.removeValue(forKey: ticket) {
      waiting.resume(returning: outcome)
    } else {
      endedEdits[ticket] = outcome
    }
  }
}
