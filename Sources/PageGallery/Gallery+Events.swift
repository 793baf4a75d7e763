// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

extension Gallery {
  /// Returns the events from now on: changes of the active page, committed changes, ends of edits,
  /// and pages that will be needed soon.
  ///
  /// `commitRequested` is included for information; the gallery handles it itself.
  ///
  /// - Parameter limit: The maximum number of events queued for a slow consumer. Beyond that, the
  ///   oldest events are dropped.
  /// - Returns: The events in order. The sequence ends when the gallery is closed.
  /// - Precondition: The limit is positive.
  public func events(keeping limit: Int = 1024) -> AsyncStream<GalleryEvent> {
    precondition(limit > 0, "a limit of events is not positive")
    let (stream, listener) = AsyncStream.makeStream(
      of: GalleryEvent.self, bufferingPolicy: .bufferingNewest(limit))
    guard !isClosed else {
      listener.finish()
      return stream
    }
    let number = eventListenerCount
    eventListenerCount += 1
    eventListeners[number] = listener
    listener.onTermination = { [weak self] _ in
      Task { await self?.forget(number) }
    }
    return stream
  }

  func publish(_ event: GalleryEvent) {
    for listener in eventListeners.values { listener.yield(event) }
    keep(.event(event))
  }

  private func forget(_ number: Int) {
    eventListeners[number] = nil
    sourceListeners[number] = nil
  }
}

// MARK: - The source

extension Gallery {
  /// Returns the events of the source from now on: lost, found, gone.
  ///
  /// The last 1024 events are queued for a slow consumer.
  ///
  /// - Returns: The events in order. The sequence ends when the gallery is closed, which happens
  ///   automatically after ``PageSourceEvent/gone(at:)``.
  public func sourceEvents() -> AsyncStream<PageSourceEvent> {
    let (stream, listener) = AsyncStream.makeStream(
      of: PageSourceEvent.self, bufferingPolicy: .bufferingNewest(1024))
    guard !isClosed else {
      listener.finish()
      return stream
    }
    let number = eventListenerCount
    eventListenerCount += 1
    sourceListeners[number] = listener
    listener.onTermination = { [weak self] _ in
      Task { await self?.forget(number) }
    }
    return stream
  }

  func publish(_ event: PageSourceEvent) {
    for listener in sourceListeners.values { listener.yield(event) }
    keep(.source(event))
    wakeFrames()
  }
}

// MARK: - What is shown

extension Gallery {
  /// The active page, `nil` without pages.
  public var activePage: PageID? {
    pass()
    return session.activePage
  }

  /// The identifiers of the committed pages, in order.
  public var pageIDs: [PageID] {
    pass()
    return session.pageIDs
  }

  /// Returns the page at a location.
  ///
  /// - Parameters:
  ///   - location: The location, in points from the top left corner of the surface.
  ///   - surface: The surface. The strip by default.
  /// - Returns: The page, `nil` if there is none at the location.
  public func hitTest(location: Point, in surface: GallerySurface = .strip) -> PageID? {
    pass()
    return session.hitTest(location: location, in: surface, at: timeline.now)
  }
}
