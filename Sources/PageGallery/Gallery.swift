// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A live gallery of pages: an actor that combines the model, a clock, and the source of the pages.
///
/// Every call takes effect at the current time of the clock. Between calls the gallery sleeps until
/// the next motion or edit ends. It calls the source at the moment at which an edit becomes
/// visible, and reverses the edit on the screen if the source fails.
///
/// ```swift
/// func delete(_ page: PageID, of source: some PageSource) async throws {
///   let viewport = GalleryViewport(
///     preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66))
///   let gallery = try await Gallery(showing: source, viewport: viewport)
///   try await gallery.delete(page)  // returns when its animation has ended
///   for await frame in gallery.frames(rate: 60) { print(frame.position) }
/// }
/// ```
///
/// Changes made by others in the source arrive automatically, and animate like edits. If the source
/// fails, the gallery stays open and retries until the source answers; see ``PageSourceEvent``.
/// Times in frames and events are durations since the gallery was opened.
public actor Gallery {
  let timeline: Timeline
  let source: any PageSource
  /// The session and the state of the source.
  var state: SharedGallery

  /// The requests of callers that have not ended.
  var openEdits: Set<UpdateTicket> = []
  /// The callers that wait for the end of a request.
  var waitingEdits: [UpdateTicket: CheckedContinuation<UpdateOutcome, Never>] = [:]
  /// The ended requests whose outcome has not been awaited yet.
  var endedEdits: [UpdateTicket: UpdateOutcome] = [:]
  /// The errors of the source, by the request that failed.
  var sourceErrors: [UpdateTicket: PageSourceError] = [:]
  /// The error of the source that is being handled.
  var currentError: PageSourceError?

  /// The number of changes that may have affected the visible contents.
  var changeCount = 0
  var frameWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
  var frameWaiterCount = 0
  var eventListeners: [Int: AsyncStream<GalleryEvent>.Continuation] = [:]
  var sourceListeners: [Int: AsyncStream<PageSourceEvent>.Continuation] = [:]
  var eventListenerCount = 0
  /// The events that consumers of updates have not taken yet.
  var untakenEvents: [Int: EventQueue] = [:]
  var subscribers: [Int: AsyncStream<GalleryPagesChange>.Continuation] = [:]

  private(set) var alarm: (time: Duration, task: Task<Void, Never>)?
  /// The task that listens to changes of the source, by the number of the request.
  var listener: (number: Int, task: Task<Void, Never>)?
  private var hasEnded = false

  /// Opens a gallery, at rest.
  ///
  /// - Parameters:
  ///   - source: The source of the pages.
  ///   - viewport: The areas of the screen.
  ///   - configuration: The settings of the gallery.
  ///   - activePage: The page to show. If it is `nil` or does not exist, the first page.
  ///   - clock: The clock of the gallery.
  /// - Throws: ``GalleryOpeningError``.
  public init(
    showing source: some PageSource, viewport: GalleryViewport,
    configuration: GalleryConfiguration = GalleryConfiguration(), activePage: PageID? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws(GalleryOpeningError) {
    let known = try await GalleryOpeningError.pages(of: source)
    let index = activePage.flatMap { id in known.pages.firstIndex { $0.id == id } }
    try self.init(
      known, of: source, viewport: viewport, configuration: configuration,
      activeIndex: index ?? 0, timeline: Timeline(clock))
    settle()
  }

  init(
    _ known: VersionedPages, of source: any PageSource, viewport: GalleryViewport,
    configuration: GalleryConfiguration, activeIndex: Int, timeline: Timeline
  ) throws(GalleryOpeningError) {
    self.timeline = timeline
    self.source = source
    do throws(GalleryError) {
      state = try SharedGallery(
        known, viewport: viewport, configuration: configuration, activeIndex: activeIndex)
    } catch {
      throw .invalid(error)
    }
  }

  deinit {
    alarm?.task.cancel()
    listener?.task.cancel()
    for waiter in frameWaiters.values { waiter.resume() }
    for edit in waitingEdits.values { edit.resume(returning: .cancelled) }
    for listener in eventListeners.values { listener.finish() }
    for listener in sourceListeners.values { listener.finish() }
    for subscriber in subscribers.values { subscriber.finish() }
  }

  /// Closes the gallery: cancels pending edits, ends frames and events, and stops waiting on the
  /// clock.
  ///
  /// A change that was already passed to the source is not revoked. Later calls have no visible
  /// effect; edits throw ``GalleryEditError/closed``.
  public func close() {
    perform { state, now in state.close(at: now) }
  }

  /// Ends frames and events, once the gallery is closed.
  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    alarm?.task.cancel()
    listener?.task.cancel()
    for listener in eventListeners.values { listener.finish() }
    for listener in sourceListeners.values { listener.finish() }
    for subscriber in subscribers.values { subscriber.finish() }
    (eventListeners, sourceListeners, subscribers) = ([:], [:], [:])
    wakeFrames()
  }
}

// MARK: - State

extension Gallery {
  var session: GallerySession { state.session }

  /// The state of the source: versions, foreign changes, the pending call.
  var shared: SharedPages { state.shared }

  /// The rotation requests that the source has not applied yet.
  var rotations: [PageRotation] { state.rotations.map { $0.rotation } }

  /// The number of changes of the visible pages.
  var pagesVersion: Int { state.pagesVersion }

  var isSourceLost: Bool { state.isSourceLost }

  var isClosed: Bool { state.isClosed }
}

// MARK: - Time

extension Gallery {
  /// Advances the gallery to the current time, and handles everything due.
  ///
  /// - Returns: Whether a motion or edit has ended, or an event has occurred.
  @discardableResult
  func pass() -> Bool {
    let boundary = state.nextBoundary()
    let outputs = state.advance(to: timeline.now)
    for output in outputs { handle(output) }
    currentError = nil
    if isClosed { end() } else { setAlarm() }
    let isOther = !outputs.isEmpty || state.nextBoundary() != boundary
    if isOther { wakeFrames() }
    return isOther
  }

  /// Updates observers after a call of the session, which may have changed the visible contents.
  func settle() {
    if !pass() { wakeFrames() }
  }

  /// Calls the state at the current time.
  func perform<Result, Failure: Error>(
    _ call: (inout SharedGallery, Duration) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { settle() }
    return try call(&state, timeline.now)
  }

  /// Sleeps until the next end of a motion or edit, or the next attempt to reach the source.
  ///
  /// An earlier alarm stays: when it fires, it only sets the next one.
  private func setAlarm() {
    guard !isClosed, let boundary = state.nextBoundary() else { return }
    if let alarm, alarm.time <= boundary { return }
    alarm?.task.cancel()
    let timeline = timeline
    let task = Task { [weak self] in
      guard (try? await timeline.sleep(until: boundary)) != nil else { return }
      await self?.ring(for: boundary)
    }
    alarm = (boundary, task)
  }

  private func ring(for time: Duration) {
    if alarm?.time == time { alarm = nil }
    guard !isClosed else { return }
    settle()
  }

  private func handle(_ output: SharedGalleryOutput) {
    switch output {
    case .event(let event):
      if case .completed(let ticket, let outcome, _) = event { end(ticket, outcome) }
      publish(event)
    case .pagesChanged(let change): tell(change)
    case .request(let request): make(request)
    case .stopChanges(let number): stopListening(number)
    case .refused(let tickets, let failure):
      for ticket in tickets { sourceErrors[ticket] = error(of: failure) }
    case .sourceLost(let failure, let time): publish(.lost("\(error(of: failure))", at: time))
    case .sourceFound(let time): publish(.found(at: time))
    case .sourceGone(let time): publish(.gone(at: time))
    }
  }
}
