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

/// A change of the pages that a gallery shows.
///
/// It is encoded as an object with these properties; `changeset` is missing instead of `nil`.
public struct GalleryPagesChange: Hashable, Sendable, Codable {
  /// The version after the change, greater by one than that before.
  public var version: Int

  /// What has changed, against the version before; `nil` if the pages are to be read anew.
  public var changeset: Changeset?

  /// Pages whose shape has become known, or was corrected, and whose picture is the same; after the
  /// change.
  public var reshapedPages: [Page]
}

extension Gallery {
  /// The pages that are committed, in order.
  public var pages: [Page] {
    pass()
    return session.snapshot.pages
  }

  /// Returns the pages, their version, and all changes from then on.
  ///
  /// ```swift
  /// func follow(_ gallery: Gallery) async {
  ///   let subscription = await gallery.subscribe()
  ///   print("the pages are \(subscription.pages.pages)")
  ///   for await change in subscription.changes { print("then \(change)") }
  /// }
  /// ```
  ///
  /// The version counts the changes that this gallery has shown; that of its source is another number.
  ///
  /// - Parameter limit: How many changes are kept for a consumer that is slow.
  /// - Returns: The pages and their changes.
  /// - Precondition: The limit is positive.
  public func subscribe(keeping limit: Int = 1024) -> GallerySubscription {
    precondition(limit > 0, "a limit of changes is not positive")
    pass()
    let known = VersionedPages(pages: session.snapshot.pages, version: pagesVersion)
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

  /// Tells a change of the pages to all subscribers.
  ///
  /// - Parameters:
  ///   - changeset: What has changed, `nil` if the pages are to be read anew.
  ///   - reshaped: The pages that have another shape.
  func tell(_ changeset: Changeset?, reshaped: [Page] = []) {
    pagesVersion += 1
    let change = GalleryPagesChange(
      version: pagesVersion, changeset: changeset, reshapedPages: reshaped)
    for (number, subscriber) in subscribers {
      guard case .dropped = subscriber.yield(change) else { continue }
      subscriber.finish()
      subscribers[number] = nil
    }
  }

  /// Tells the shape of a page to all subscribers.
  func tellShape(of page: PageID) {
    guard let page = session.page(page) else { return }
    tell(Changeset(), reshaped: [page])
  }
}
