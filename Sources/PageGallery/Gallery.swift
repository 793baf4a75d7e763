// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A gallery of pages that lives: the model, a clock, and the owner of the pages, in one actor.
///
/// Every call happens at the present time of the clock. Between calls the gallery sleeps until
/// something ends; it asks the source to change the pages at the moment at which an edit is to be
/// seen, and takes it back on the screen if the source fails.
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
/// What others change in the source arrives by itself, and moves like an edit. If the source fails, the
/// gallery stays, and asks it again until it answers; see ``PageSourceEvent``. Times in frames and events
/// are distances from the moment at which the gallery was opened.
public actor Gallery {
  let timeline: Timeline
  let source: any PageSource
  var session: GallerySession

  /// Who waits for the end of a request.
  var waitingEdits: [UpdateTicket: CheckedContinuation<UpdateOutcome, Never>] = [:]
  /// Ends of requests that nobody waits for yet.
  var endedEdits: [UpdateTicket: UpdateOutcome] = [:]
  /// What the source said when it could not make a change.
  var sourceErrors: [UpdateTicket: PageSourceError] = [:]
  /// The requests of rotations that the source has not made.
  var rotations: [UpdateTicket: PageRotation] = [:]

  /// The other side: versions, changes of others, the question that waits for an answer.
  var shared: SharedPages

  /// Counts what may have changed the picture.
  var changeCount = 0
  var frameWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
  var frameWaiterCount = 0
  var eventListeners: [Int: AsyncStream<GalleryEvent>.Continuation] = [:]
  var sourceListeners: [Int: AsyncStream<PageSourceEvent>.Continuation] = [:]
  var eventListenerCount = 0
  /// What those who take updates have not taken yet.
  var untakenEvents: [Int: EventQueue] = [:]
  var subscribers: [Int: AsyncStream<GalleryPagesChange>.Continuation] = [:]
  /// Counts the changes of the pages that were shown.
  var pagesVersion = 0

  private(set) var alarm: (time: Duration, task: Task<Void, Never>)?
  /// Listens to what others change.
  var listener: Task<Void, Never>?
  var reconnectionDelay = ReconnectionDelay()
  /// Whether the source has failed, and has not answered since.
  var isSourceLost = false
  private(set) var isClosed = false

  /// Opens a gallery, at rest.
  ///
  /// - Parameters:
  ///   - source: The owner of the pages.
  ///   - viewport: The areas of the screen.
  ///   - configuration: The numbers and choices of the gallery.
  ///   - activePage: The page to show. The first one by default, and if there is none of that name.
  ///   - clock: The clock that the gallery lives by.
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
    open()
  }

  init(
    _ known: VersionedPages, of source: any PageSource, viewport: GalleryViewport,
    configuration: GalleryConfiguration, activeIndex: Int, timeline: Timeline
  ) throws(GalleryOpeningError) {
    self.timeline = timeline
    self.source = source
    shared = SharedPages(version: known.version)
    do throws(GalleryError) {
      session = try GallerySession(
        pages: known.pages, viewport: viewport, configuration: configuration,
        activeIndex: activeIndex)
    } catch {
      throw .invalid(error)
    }
  }

  deinit {
    alarm?.task.cancel()
    listener?.cancel()
    for waiter in frameWaiters.values { waiter.resume() }
    for edit in waitingEdits.values { edit.resume(returning: .cancelled) }
    for listener in eventListeners.values { listener.finish() }
    for listener in sourceListeners.values { listener.finish() }
    for subscriber in subscribers.values { subscriber.finish() }
  }

  func open() {
    listener = listen(to: source)
    settle()
  }

  /// Ends the gallery: what waits is cancelled, frames and events end, and the clock is left alone.
  ///
  /// A change that the source has been asked for is left to the source. Calls after that change
  /// nothing that is seen; edits throw ``GalleryEditError/closed``.
  public func close() {
    guard !isClosed else { return }
    perform { session, now in session.discard(at: now) }
    isClosed = true
    alarm?.task.cancel()
    listener?.cancel()
    for listener in eventListeners.values { listener.finish() }
    for listener in sourceListeners.values { listener.finish() }
    for subscriber in subscribers.values { subscriber.finish() }
    (eventListeners, sourceListeners, subscribers) = ([:], [:], [:])
    wakeFrames()
  }
}

// MARK: - Time

extension Gallery {
  /// Lets time pass until now, and does what is due.
  ///
  /// - Returns: Whether something has ended or happened.
  @discardableResult
  func pass() -> Bool { pass(to: timeline.now) }

  @discardableResult
  private func pass(to now: Duration) -> Bool {
    let boundary = session.nextBoundary()
    var hasEvents = false
    repeat {
      for event in session.advance(to: now) {
        hasEvents = true
        handle(event)
      }
      // Answers that were given meanwhile have consequences at once.
    } while session.time < now || session.hasEvents
    takeOverChanges()
    setAlarm()
    let isOther = hasEvents || session.nextBoundary() != boundary
    if isOther { wakeFrames() }
    return isOther
  }

  /// Lets time pass after a call of the session, which may have changed what is seen.
  func settle() {
    if !pass() { wakeFrames() }
  }

  /// Makes a call of the session at the present time.
  ///
  /// What is due until then is done before: a call may find the source asked already.
  func perform<Result, Failure: Error>(
    _ call: (inout GallerySession, Duration) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let now = timeline.now
    pass(to: now)
    let result = try call(&session, now)
    settle()
    return result
  }

  /// Sleeps until the next moment at which something ends.
  ///
  /// An alarm that is set for an earlier moment stays: it rings for nothing and sets the next one.
  private func setAlarm() {
    guard !isClosed, let boundary = session.nextBoundary() else { return }
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

  private func handle(_ event: GalleryEvent) {
    switch event {
    case .commitRequested(let transaction, let changeset, _):
      ask(for: changeset, transaction)
    case .completed(let ticket, let outcome, _):
      end(ticket, outcome)
    case .committed(_, let changeset, _): tell(changeset)
    case .sourceInconsistent: tellPages()
    default: break
    }
    publish(event)
  }
}
