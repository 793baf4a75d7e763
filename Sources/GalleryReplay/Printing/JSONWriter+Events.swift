// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

extension JSONWriter {
  /// Writes an event on a line of its own.
  package mutating func line(_ event: GalleryEvent) {
    switch event {
    case .activeChanged(let from, let to, let time):
      line("activeChanged", at: time) { json in
        json.key("from")
        json.value(from)
        json.key("to")
        json.value(to)
      }
    case .clockWentBackwards(let found, let time):
      line("clockWentBackwards", at: time) { json in
        json.key("found")
        json.value(seconds: found)
      }
    case .sourceInconsistent(let time):
      line("sourceInconsistent", at: time) { _ in }
    // These are written with the names of their requests, as a `ReplayEvent`.
    case .commitRequested, .committed, .completed: break
    case .prefetch(let pages, let time):
      line("prefetch", at: time) { $0.member(pages) }
    case .cancelPrefetch(let pages, let time):
      line("cancelPrefetch", at: time) { $0.member(pages) }
    }
  }

  /// Writes an event on a line of its own; `members` writes its members.
  package mutating func line(
    _ event: StaticString, at time: Duration, _ members: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.key("event")
      json.value("\(event)")
      json.key("at")
      json.value(seconds: time)
      members(&json)
    }
    finishLine()
  }

  private mutating func member(_ pages: [PageID]) {
    key("pages")
    array { json in
      for page in pages { json.value(page) }
    }
  }

  /// Writes the ID of a page, `null` for none.
  package mutating func value(_ page: PageID?) {
    if let page { value(page.rawValue) } else { null() }
  }
}
