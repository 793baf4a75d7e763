// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The pages of a gallery, and their changes from then on.
public struct GallerySubscription: Sendable {
  /// The pages, and the number of changes of the gallery that led to them.
  public let pages: VersionedPages

  /// All changes after that version, without a gap.
  ///
  /// The sequence ends when the gallery is closed, or when the consumer is so far behind that
  /// changes would be lost; the consumer then subscribes again.
  public let changes: AsyncStream<GalleryPagesChange>
}

/// A change of the pages that a gallery shows, whose version is the previous one plus 1.
public enum GalleryPagesChange: Hashable, Sendable {
  /// Pages were deleted, inserted, moved or replaced, relative to the previous version.
  case edited(Changeset, version: Int)

  /// The shape of a page has become known or was corrected; its image is the same. The page is
  /// given with its new shape.
  case reshaped(Page, version: Int)

  /// The pages were replaced by unrelated ones.
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
  /// Applies a change received by a subscriber.
  ///
  /// - Parameter change: The next change.
  /// - Throws: ``GalleryPagesChangeError/gap(expected:found:)`` if the change is not the next one,
  ///   and ``GalleryPagesChangeError/invalid(_:)`` if it does not fit these pages, or if an
  ///   identifier occurs twice among these pages or those of the change. Then nothing changes.
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

  /// Decoded pages, and those of a source, may contain an identifier twice.
  func checkNames() throws(UpdateError) {
    var names: Set<PageID> = []
    for page in pages where !names.insert(page.id).inserted { throw .duplicateID(page.id) }
  }
}

extension Gallery {
  /// The committed pages, in order.
  public var pages: [Page] { versionedPages.pages }

  /// The committed pages, in order, and the number of changes of this gallery that led to them.
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
  /// Changes delivered by other means, such as a connection, may be missing or repeated: `apply`
  /// then throws ``GalleryPagesChangeError``, and the follower subscribes again.
  ///
  /// The version counts the changes shown by this gallery; it differs from the version of the
  /// source.
  ///
  /// - Parameter limit: The maximum number of changes queued for a slow consumer.
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

  /// Notifies all subscribers of a change made by the session.
  func tell(_ changeset: Changeset) {
    pagesVersion += 1
    tell(.edited(changeset, version: pagesVersion))
  }

  /// Sends all subscribers the complete pages, after a change that is not based on the previous
  /// ones.
  func tellPages() {
    pagesVersion += 1
    guard !subscribers.isEmpty else { return }
    tell(.reset(VersionedPages(pages: session.snapshot.pages, version: pagesVersion)))
  }

  /// Notifies all subscribers of the shape of a page.
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
