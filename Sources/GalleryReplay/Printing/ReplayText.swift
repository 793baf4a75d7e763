// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// A human-readable printer for replays: lengths have four decimals, times are exact.
package struct ReplayText {
  /// The bytes printed since the last ``removeAll()``.
  package private(set) var bytes: [UInt8] = []

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  package mutating func line(_ words: String...) {
    bytes.append(contentsOf: words.joined(separator: " ").utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}

// MARK: - Events

extension ReplayText {
  package mutating func line(_ event: ReplayEvent) {
    switch event {
    case .gallery(let event): line(event)
    case .committed(let tickets, let changeset, let time):
      let parts = ["event", Self.text(time), "committed"] + tickets.map(Self.name)
      line((parts + Self.words(changeset)).joined(separator: " "))
    case .completed(let ticket, let outcome, let time):
      line("event", Self.text(time), "\(outcome.name)", Self.name(ticket) + Self.detail(outcome))
    case .rejected(let refusal):
      let ticket = refusal.ticket.map { " " + Self.name($0) } ?? ""
      line(
        "event", Self.text(refusal.time), "rejected", "\(refusal.call.rawValue)\(ticket):",
        refusal.reason)
    }
  }

  private mutating func line(_ event: GalleryEvent) {
    switch event {
    case .activeChanged(let from, let to, let time):
      line("event", Self.text(time), "activeChanged", Self.text(from), "->", Self.text(to))
    case .clockWentBackwards(let found, let time):
      line("event", Self.text(time), "clockWentBackwards", Self.text(found))
    case .sourceInconsistent(let time):
      line("event", Self.text(time), "sourceInconsistent")
    // These are printed with the names of their requests, as a `ReplayEvent`.
    case .commitRequested, .committed, .completed: break
    case .prefetch(let pages, let time):
      line("event", Self.text(time), "prefetch", Self.text(pages))
    case .cancelPrefetch(let pages, let time):
      line("event", Self.text(time), "cancelPrefetch", Self.text(pages))
    }
  }
}

// MARK: - Frames

extension ReplayText {
  /// Prints a line for the state and a line for each cell.
  package mutating func lines(_ frame: GalleryFrame) {
    line(
      "frame", Self.text(frame.time), "active", Self.text(frame.activePage),
      "index", frame.activeIndex.map { "\($0)" } ?? "-",
      "position", Self.text(frame.position), "focus", Self.text(frame.focus),
      "expansionRate", Self.text(frame.expansionRate), "stage", frame.stage.rawValue,
      frame.isEmpty ? "empty" : frame.isAnimating ? "animating" : "still")
    for cell in frame.preview { line(cell) }
    for cell in frame.strip { line(cell) }
  }

  private mutating func line(_ cell: PreviewCell) {
    line(
      "  preview", "\(cell.id)", "index", "\(cell.index)", "r", Self.text(cell.pageDistance),
      "center", Self.text(cell.center), "size", Self.text(cell.size),
      "scale", Self.text(cell.scale), "alpha", Self.text(cell.alpha),
      "contentRect", Self.text(cell.contentRect),
      "contentTranslation", Self.text(cell.parallaxOffset),
      "contentBlend", Self.text(cell.contentBlend), "contentVersion", "\(cell.contentVersion)",
      "zIndex", "\(cell.zIndex)")
  }

  private mutating func line(_ cell: StripCell) {
    line(
      "  strip", "\(cell.id)", "index", "\(cell.index)",
      "center", Self.text(cell.center), "size", Self.text(cell.size),
      "alpha", Self.text(cell.alpha), "expansion", Self.text(cell.expansion),
      "crop", Self.text(cell.crop), "zIndex", "\(cell.zIndex)")
  }
}

// MARK: - Changes

extension ReplayText {
  private static func words(_ changeset: Changeset) -> [String] {
    changeset.deletions.map { "delete \($0)" }
      + changeset.insertions.map { "insert \($0.page.id) at \($0.index)" }
      + changeset.moves.map { "move \($0.source) to \($0.destination)" }
      + changeset.replacements.map { "replace \($0.index)" }
  }

  private static func detail(_ outcome: UpdateOutcome) -> String {
    switch outcome {
    case .success(let commitTime): " committed \(text(commitTime))"
    case .failed(let error): ": \(error)"
    default: ""
    }
  }

  /// Returns the name of a request in a form that fits on one line.
  private static func name(_ ticket: String) -> String { Array(ticket.utf8).displayText }
}

// MARK: - Values

extension ReplayText {
  private static func text(_ time: Duration) -> String {
    String(decoding: [UInt8](seconds: time), as: UTF8.self)
  }

  private static func text(_ value: Double) -> String { value.fixed(decimals: 4) }

  private static func text(_ point: Point) -> String { "\(text(point.x)) \(text(point.y))" }

  private static func text(_ size: Size) -> String { "\(text(size.width)) \(text(size.height))" }

  private static func text(_ rect: Rect) -> String { "\(text(rect.origin)) \(text(rect.size))" }

  private static func text(_ page: PageID?) -> String { page.map { "\($0)" } ?? "-" }

  private static func text(_ pages: [PageID]) -> String {
    pages.map { "\($0)" }.joined(separator: " ")
  }
}
