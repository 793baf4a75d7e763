// SPDX-License-Identifier: Apache-2.0

public import GalleryCompanions
import GalleryModel

/// A review of the pages of a gallery as a stack of cards: each page is kept or discarded, then all
/// discarded pages are deleted in one edit.
///
/// ```swift
/// func review(_ gallery: Gallery) async throws {
///   let review = try await PageReview(of: gallery, in: Size(width: 300, height: 400))
///   await review.swipe(.left)  // discards the page on top
///   await review.swipe(.right)  // keeps the next one
///   try await review.finish()  // deletes what was discarded, as one edit
///   try await review.undo()  // and brings it back
/// }
/// ```
///
/// The pages do not change before ``finish()``. Cards are added and removed with the pages of the
/// gallery, no matter who changes them. Times are those of the gallery.
public actor PageReview {
  /// The gallery whose pages are reviewed.
  public let gallery: Gallery

  /// The direction in which a page is swiped to discard it; all other directions keep it.
  public let discardingDirection: CardDirection

  let timeline: Timeline
  var stack: CardStack

  /// A step of the review that ``undo()`` reverts.
  enum Step {
    case decision(PageID)
    case deletion(Deletion)
  }

  /// The steps so far, the last one at the end.
  var history: [Step] = []
  /// The number of deletions begun so far.
  var deletionCount = 0
  private var isEditing = false
  private var waitingEdits: [CheckedContinuation<Void, Never>] = []
  /// The number of lists of pages requested from the gallery, and the last one that was applied.
  private var (requestedList, appliedList) = (0, 0)
  /// The events since the last ``takeEvents()``; without such calls they accumulate.
  private var events: [CardStackEvent] = []
  private var listener: Task<Void, Never>?

  /// Creates a review of the pages of a gallery, with the first page on top.
  ///
  /// - Parameters:
  ///   - gallery: The gallery.
  ///   - container: The size of the area of the cards, in points.
  ///   - configuration: The settings of the stack of cards.
  ///   - direction: The direction in which a page is swiped to discard it. Left by default.
  /// - Throws: `CardStackError` if a number is out of range.
  public init(
    of gallery: Gallery, in container: Size,
    configuration: CardStack.Configuration = CardStack.Configuration(),
    discarding direction: CardDirection = .left
  ) async throws(CardStackError) {
    self.gallery = gallery
    discardingDirection = direction
    timeline = gallery.timeline
    // Subscribe first: all later changes are then among the events.
    let events = await gallery.events()
    let pages = await gallery.pageIDs
    stack = try CardStack(
      pages: pages, container: container, configuration: configuration, at: timeline.now)
    listen(to: events)
  }

  deinit { listener?.cancel() }

  private func listen(to events: AsyncStream<GalleryEvent>) {
    listener = Task { [weak self] in
      for await event in events {
        switch event {
        case .committed, .sourceInconsistent: await self?.followGallery()
        default: continue
        }
      }
    }
  }
}

// MARK: - Cards, decisions and events

extension PageReview {
  /// Returns the visible cards at a time.
  ///
  /// - Parameter time: The time since the gallery was opened. Now by default; a time in the past
  ///   counts as now.
  /// - Returns: The visible cards.
  public func frame(at time: Duration? = nil) -> CardStackFrame {
    stack.frame(at: time ?? timeline.now)
  }

  /// The top page, `nil` if all pages are decided.
  public var topPage: PageID? { stack.topPage }

  /// The pages to delete, in the order in which they were discarded.
  public var discardedPages: [PageID] {
    stack.decisions.filter { $0.direction == discardingDirection }.map(\.page)
  }

  /// The decisions, the last one at the end.
  public var decisions: [CardDecision] { stack.decisions }

  /// Returns the events since the last call, in order.
  ///
  /// - Returns: Swipes, undone swipes, and the end of the stack.
  public func takeEvents() -> [CardStackEvent] {
    noteEvents()
    defer { events = [] }
    return events
  }

  /// Advances the stack to the current time, keeps its events, and adds its decisions to the
  /// history.
  ///
  /// Call it before an edit is added to the history, so that decisions and edits keep their order.
  func noteEvents() {
    for event in stack.advance(to: timeline.now) {
      events.append(event)
      switch event {
      case .swiped(let page, _, _): history.append(.decision(page))
      case .undone(let page, _, _): forgetDecisions(on: [page])
      default: continue
      }
    }
  }

  private func forgetDecisions(on pages: Set<PageID>) {
    history.removeAll { step in
      if case .decision(let page) = step { pages.contains(page) } else { false }
    }
  }
}

// MARK: - Pages that come and go

extension PageReview {
  /// Removes the cards of deleted pages, and adds those of new pages at the bottom of the stack.
  ///
  /// A list that arrives after a later one is outdated.
  func followGallery() async {
    requestedList += 1
    let number = requestedList
    let pages = await gallery.pageIDs
    guard number > appliedList else { return }
    appliedList = number
    let present = Set(pages)
    noteEvents()
    // Pages that already have a card or a decision.
    let known = Set(stack.pages).union(stack.decisions.map(\.page))
    for page in known.subtracting(present) { try? stack.delete(page, at: timeline.now) }
    forgetDecisions(on: known.subtracting(present))
    let added = pages.filter { !known.contains($0) }
    // Cannot fail: none of these pages is in the stack.
    if !added.isEmpty { try? stack.append(contentsOf: added, at: timeline.now) }
  }
}

// MARK: - One edit at a time

extension PageReview {
  /// Waits until no other edit of the review runs.
  func beginEdit() async {
    while isEditing {
      await withCheckedContinuation { waitingEdits.append($0) }
    }
    isEditing = true
  }

  /// Lets the next edit begin.
  func endEdit() {
    isEditing = false
    if !waitingEdits.isEmpty { waitingEdits.removeFirst().resume() }
  }
}
