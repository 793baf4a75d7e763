// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The pages of a gallery, and how they change from then on.
public struct GallerySubscription: Sendable {
  /// The pages, and the number of changes of the gallery that led to them.
  public let pages: VersionedPages

  /// All changes after that version, without a gap.
  ///
  /// The sequence ends when the gallery is closed, or when its consumer is so far behind that changes
  /// would be lost; it then subscribes anew.
  public let changes: AsyncStream<GalleryPagesChange>
}

/// A change of the pages that a gallery shows, whose version is greater by one than the one before.
public enum GalleryPagesChange: Hashable, Sendable {
  /// Pages were deleted, inserted, moved or replaced; the change is against the version before.
  case edited(Changeset, version: Int)

  /// The shape of a page, given as it is now, has become known or was corrected; its picture is the same.
  case reshaped(Page, version: Int)

  /// The pages are others, which have nothing to do with those before.
  case reset(VersionedPages)

  /// The version after the change.
  public var version: Int {
    switch self {
    case .edited(_, let version), .reshaped(_, let version): version
    case .reset(let pages): pages.version
    }
  }
}

extension VersionedPages {
  /// Makes a change that a subscriber was told.
  ///
  /// - Parameter change: The next change.
  /// - Throws: ``GalleryPagesChangeError/gap(expected:found:)`` if the change is not the next one, and
  ///   ``GalleryPagesChangeError/invalid(_:)`` if it does not fit these pages, or if a name stands twice
  ///   among these pages or those of the change. Then nothing changes.
  /// - Complexity: O(n) in the number of pages.
  public mutating func apply(_ change: GalleryPagesChange) throws(GalleryPagesChangeError) {
    guard change.version == version &+ 1 else {
      throw .gap(expected: version &+ 1, found: change.version)
    }
    do throws(UpdateError) {
      pages = try pages(after: change)
    } catch {
      throw .invalid(error)
    }
    version = change.version
  }

  private func pages(after change: GalleryPagesChange) throws(UpdateError) -> [Page] {
    if case .reset(let others) = change {
      try others.checkNames()
      return others.pages
    }
    try checkNames()
    var order = SourcePages(pages)
    switch change {
    case .edited(let changeset, _): try order.apply(changeset)
    case .reshaped(let page, _): try order.replace(page)
    case .reset: break
    }
    return order.pages
  }

  /// Pages that were decoded, or come from a source, may have a name twice.
  func checkNames() throws(UpdateError) {
    var names: Set<PageID> = []
    for page in pages where !names.insert(page.id).inserted { throw .duplicateID(page.id) }
  }
}

extension Gallery {
  /// The pages that are committed, in order.
  public var pages: [Page] { versionedPages.pages }

  /// The pages that are committed, in order, and the number of changes of this gallery that led to them.
  ///
  /// ``subscribe(keeping:)`` counts the same versions.
  public var versionedPages: VersionedPages {
    pass()
    return VersionedPages(pages: session.snapshot.pages, version: pagesVersion)
  }

  /// Returns the pages, their version, and all changes from then on.
  ///
  /// ```swift
  /// func follow(_ gallery: Gallery) async throws {
  ///   let subscription = await gallery.subscribe()
  ///   var known = subscription.pages
  ///   print("the pages are \(known.pages)")
  ///   for await change in subscription.changes {
  ///     try known.apply(change)
  ///     print("and now \(known.pages)")
  ///   }
  /// }
  /// ```
  ///
  /// Changes that come from elsewhere, as over a connection, may be missing or come twice: `apply` then
  /// throws ``GalleryPagesChangeError``, and the follower subscribes anew.
  ///
  /// The version counts the changes that this gallery has shown; that of its source is another number.
  ///
  /// - Parameter limit: How many changes are kept for a consumer that is slow.
  /// - Returns: The pages and their changes.
  /// - Precondition: The limit is positive.
  public func subscribe(keeping limit: Int = 1024) -> GallerySubscription {
    precondition(limit > 0, "a limit of changes is not positive")
    let known = versionedPages
    let (changes, listener) = AsyncStream.makeStream(
      of: GalleryPagesChange.self, bufferingPolicy: .bufferingOldest(limit))
    guard !isClosed else {
      listener.finish()
      return GallerySubscription(pages: known, changes: changes)
    }
    let number = eventListenerCount
    eventListenerCount += 1
    subscribers[number] = listener
    listener.onTermination = { [weak self] _ in
      Task { await self?.unsubscribe(number) }
    }
    return GallerySubscription(pages: known, changes: changes)
  }

  private func unsubscribe(_ number: Int) { subscribers[number] = nil }

  /// Tells all subscribers that the session has made a change.
  func tell(_ changeset: Changeset) {
    pagesVersion += 1
    tell(.edited(changeset, version: pagesVersion))
  }

  /// Tells all subscribers the pages, which nobody has made of those before.
  func tellPages() {
    pagesVersion += 1
    guard !subscribers.isEmpty else { return }
    tell(.reset(VersionedPages(pages: session.snapshot.pages, version: pagesVersion)))
  }

  /// Tells the shape of a page to all subscribers.
  func tellShape(of page: PageID) {
    guard let page = session.page(page) else { return }
    pagesVersion += 1
    tell(.reshaped(page, version: pagesVersion))
  }

  private func tell(_ change: GalleryPagesChange) {
    for (number, subscriber) in subscribers {
      guard case .dropped = subscriber.yield(change) else { continue }
      subscriber.finish()
      subscribers[number] = nil
    }
  }
}
