// SPDX-License-Identifier: Apache-2.0

public import GalleryCompanions
import GalleryModel

/// The pages of a gallery as a stack of cards: kept or discarded one by one, then deleted in one edit.
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
/// Nothing happens to the pages before ``finish()``. Cards come and go with the pages of the gallery,
/// whoever changes them. Times are those of the gallery.
public actor PageReview {
  /// The gallery whose pages are reviewed.
  public let gallery: Gallery

  /// The side to which a page is swiped to discard it; all other sides keep it.
  public let discardingDirection: CardDirection

  let timeline: Timeline
  var stack: CardStack

  /// What was done, the last at the end.
  enum Step {
    case decision(PageID)
    case deletion(Deletion)
  }

  var history: [Step] = []
  private var events: [CardStackEvent] = []
  private var listener: Task<Void, Never>?

  /// Deals the pages of a gallery, the first one on top.
  ///
  /// - Parameters:
  ///   - gallery: The gallery.
  ///   - container: The size of the area of the cards, in points.
  ///   - configuration: The numbers and choices of the stack of cards.
  ///   - direction: The side to which a page is swiped to discard it. Left by default.
  /// - Throws: `CardStackError` if a number is out of range.
  public init(
    of gallery: Gallery, in container: Size,
    configuration: CardStack.Configuration = CardStack.Configuration(),
    discarding direction: CardDirection = .left
  ) async throws(CardStackError) {
    self.gallery = gallery
    discardingDirection = direction
    timeline = gallery.timeline
    // Whatever changes from now on is among the events.
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

// MARK: - What is seen

extension PageReview {
  /// Returns the cards as they are seen at a time.
  ///
  /// - Parameter time: The distance from the opening of the gallery. Now by default; the past counts as
  ///   now.
  /// - Returns: The visible cards.
  public func frame(at time: Duration? = nil) -> CardStackFrame {
    stack.frame(at: time ?? timeline.now)
  }

  /// The page on top, `nil` when all are decided.
  public var topPage: PageID? { stack.topPage }

  /// The pages that are to be deleted, in the order in which they were discarded.
  public var discardedPages: [PageID] {
    stack.decisions.filter { $0.direction == discardingDirection }.map(\.page)
  }

  /// What was decided, the last one at the end.
  public var decisions: [CardDecision] { stack.decisions }

  /// Returns what has happened since the last call, in order.
  ///
  /// - Returns: Swipes, undone swipes, and the end of the cards.
  public func takeEvents() -> [CardStackEvent] {
    noteEvents()
    defer { events = [] }
    return events
  }

  /// Keeps the decisions in order with the edits.
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
  /// Takes away the cards of pages that are gone, and puts those of new pages under the stack.
  func followGallery() async {
    let pages = await gallery.pageIDs
    let present = Set(pages)
    noteEvents()
    let dealt = Set(stack.pages).union(stack.decisions.map(\.page))
    for page in dealt.subtracting(present) { try? stack.delete(page, at: timeline.now) }
    forgetDecisions(on: dealt.subtracting(present))
    let added = pages.filter { !dealt.contains($0) }
    // Both are known to fit: a name is dealt once.
    if !added.isEmpty { try? stack.append(contentsOf: added, at: timeline.now) }
  }
}
