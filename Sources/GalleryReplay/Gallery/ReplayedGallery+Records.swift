// SPDX-License-Identifier: Apache-2.0

import GalleryModel

// MARK: - Frames

extension ReplayedGallery {
  mutating func record(at time: Duration) -> ReplayRecord {
    session.frame(at: time, into: &frame)
    let frame = frame
    return .frame(
      at: frame.time,
      [
        ("activePage", .page(frame.activePage)), ("activeIndex", .index(frame.activeIndex)),
        ("position", .number(frame.position)), ("focus", .number(frame.focus)),
        ("expansionRate", .number(frame.expansionRate)), ("isAnimating", .flag(frame.isAnimating)),
        ("stage", .text(frame.stage.rawValue)), ("isEmpty", .flag(frame.isEmpty)),
        ("preview", .list(frame.preview.map(Self.members))),
        ("strip", .list(frame.strip.map(Self.members))),
      ]
    ) { Self.text(frame) }
  }

  private static func members(_ cell: PreviewCell) -> [ReplayRecord.Member] {
    [
      ("id", .id(cell.id)), ("index", .whole(cell.index)), ("r", .number(cell.pageDistance)),
      ("center", .point(cell.center)), ("size", .size(cell.size)), ("scale", .number(cell.scale)),
      ("alpha", .number(cell.alpha)), ("contentRect", .rect(cell.contentRect)),
      ("contentTranslation", .number(cell.parallaxOffset)),
      ("contentBlend", .number(cell.contentBlend)), ("contentVersion", .whole(cell.contentVersion)),
      ("zIndex", .whole(cell.zIndex)),
    ]
  }

  private static func members(_ cell: StripCell) -> [ReplayRecord.Member] {
    [
      ("id", .id(cell.id)), ("index", .whole(cell.index)), ("center", .point(cell.center)),
      ("size", .size(cell.size)), ("alpha", .number(cell.alpha)),
      ("expansion", .number(cell.expansion)), ("crop", .rect(cell.crop)),
      ("zIndex", .whole(cell.zIndex)),
    ]
  }

  private static func text(_ frame: GalleryFrame) -> String {
    let words = [
      "active", ReplayText.text(frame.activePage),
      "index", frame.activeIndex.map { "\($0)" } ?? "-",
      "position", ReplayText.text(frame.position), "focus", ReplayText.text(frame.focus),
      "expansionRate", ReplayText.text(frame.expansionRate), "stage", frame.stage.rawValue,
      frame.isEmpty ? "empty" : frame.isAnimating ? "animating" : "still",
    ]
    return words.joined(separator: " ")
  }
}

// MARK: - Events

extension ReplayedGallery {
  /// Returns the record of an event that involves no requests, `nil` for other events.
  static func record(of event: GalleryEvent) -> ReplayRecord? {
    switch event {
    case .activeChanged(let from, let to, let time):
      .event("activeChanged", at: time, [("from", .page(from)), ("to", .page(to))]) {
        "\(ReplayText.text(from)) -> \(ReplayText.text(to))"
      }
    case .clockWentBackwards(let found, let time):
      .clockWentBackwards(found: found, at: time) { ReplayText.text(found) }
    case .sourceInconsistent(let time): .event("sourceInconsistent", at: time)
    case .prefetch(let pages, let time): record("prefetch", pages, at: time)
    case .cancelPrefetch(let pages, let time): record("cancelPrefetch", pages, at: time)
    case .commitRequested, .committed, .completed: nil
    }
  }

  private static func record(
    _ event: String, _ pages: [PageID], at time: Duration
  ) -> ReplayRecord {
    .event(event, at: time, [("pages", .values(pages.map { .page($0) }))]) {
      pages.map { "\($0)" }.joined(separator: " ")
    }
  }

  /// Returns the record of a change of the pages.
  static func record(
    ofCommit changeset: Changeset, tickets: [String], at time: Duration
  ) -> ReplayRecord {
    .event(
      "committed", at: time,
      [("tickets", .values(tickets.map { .text($0) }))] + members(changeset)
    ) { (tickets.map(name) + words(changeset)).joined(separator: " ") }
  }

  private static func members(_ changeset: Changeset) -> [ReplayRecord.Member] {
    [
      ("deletions", .values(changeset.deletions.map { .whole($0) })),
      (
        "insertions",
        .list(
          changeset.insertions.map { [("page", .page($0.page.id)), ("index", .whole($0.index))] })
      ),
      (
        "moves",
        .list(
          changeset.moves.map { [("index", .whole($0.source)), ("to", .whole($0.destination))] })
      ),
      ("replacements", .values(changeset.replacements.map { .whole($0.index) })),
    ]
  }

  private static func words(_ changeset: Changeset) -> [String] {
    changeset.deletions.map { "delete \($0)" }
      + changeset.insertions.map { "insert \($0.page.id) at \($0.index)" }
      + changeset.moves.map { "move \($0.source) to \($0.destination)" }
      + changeset.replacements.map { "replace \($0.index)" }
  }

  /// Returns the record of the end of a request.
  static func record(
    of outcome: UpdateOutcome, of request: ReplayRequests.Request, at time: Duration
  ) -> ReplayRecord {
    func end(
      _ event: String, _ members: [ReplayRecord.Member] = [], detail: String = ""
    ) -> ReplayRecord {
      .event(event, at: time, [("ticket", .text(request.name))] + members) {
        name(request.name) + detail
      }
    }
    return switch outcome {
    case .success(let commitTime):
      end(
        "success", [("commitTime", .time(commitTime))],
        detail: " committed \(ReplayText.text(commitTime))")
    case .failed(let error):
      end("failed", [("error", .text(error.description))], detail: ": \(error)")
    case .cancelled: end("cancelled")
    case .cancelledOut: end("cancelledOut")
    case .superseded: end("superseded")
    case .alreadyRemoved: end("alreadyRemoved")
    case .dependencyFailed: end("dependencyFailed")
    case .rejected(let error): record(of: ReplayRefusal(request, error, at: time))
    }
  }

  static func record(of refusal: ReplayRefusal) -> ReplayRecord {
    .event("rejected", at: refusal.time, refusal.members) {
      "\(refusal.call)\(refusal.ticket.map { " " + name($0) } ?? ""): \(refusal.reason)"
    }
  }

  /// Returns the name of a request in a form that fits on one line.
  private static func name(_ ticket: String) -> String { Array(ticket.utf8).displayText }
}
