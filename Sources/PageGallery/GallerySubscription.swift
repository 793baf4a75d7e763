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

extension Gallery {
  /// The committed pages, in order.
  public var pages: [Page] { versionedPages.pages }

  /// The committed pages, in order, and the number of changes of this gallery that led to them.
  ///
  /// ``subscribe(keeping:)`` counts the same versions.
  public var versionedPages: VersionedPages {
    pass()
    return state.pages
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
  /// then throws `GalleryPagesChangeError`, and the follower subscribes again.
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

  /// Notifies all subscribers of a change.
  func tell(_ change: GalleryPagesChange) {
    for (number, subscriber) in subscribers {
      guard case .dropped = subscriber.yield(change) else { continue }
      subscriber.finish()
      subscribers[number] = nil
    }
  }
}
