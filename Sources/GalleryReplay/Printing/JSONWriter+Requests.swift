// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension JSONWriter {
  /// Writes an event of a replay on a line of its own.
  package mutating func line(_ event: ReplayEvent) {
    switch event {
    case .gallery(let event): line(event)
    case .committed(let tickets, let changeset, let time):
      line("committed", at: time) { json in
        json.key("tickets")
        json.list(tickets) { $0.value($1) }
        json.members(of: changeset)
      }
    case .completed(let ticket, let outcome, let time):
      line(outcome.name, at: time) { json in
        json.key("ticket")
        json.value(ticket)
        json.members(of: outcome)
      }
    case .rejected(let refusal): line(refusal)
    }
  }

  private mutating func line(_ refusal: ReplayRefusal) {
    line("rejected", at: refusal.time) { json in
      if let ticket = refusal.ticket {
        json.key("ticket")
        json.value(ticket)
      }
      json.key("call")
      json.value(refusal.call.rawValue)
      json.key("error")
      json.value(refusal.reason)
    }
  }

  private mutating func members(of outcome: UpdateOutcome) {
    switch outcome {
    case .success(let commitTime):
      key("commitTime")
      value(seconds: commitTime)
    case .failed(let error), .rejected(let error):
      key("error")
      value(error.description)
    case .cancelled, .cancelledOut, .superseded, .alreadyRemoved, .dependencyFailed: break
    }
  }

  private mutating func members(of changeset: Changeset) {
    key("deletions")
    list(changeset.deletions) { $0.value($1) }
    key("insertions")
    list(changeset.insertions) { json, insertion in
      json.object { json in
        json.key("page")
        json.value(insertion.page.id)
        json.key("index")
        json.value(insertion.index)
      }
    }
    key("moves")
    list(changeset.moves) { json, move in
      json.object { json in
        json.key("index")
        json.value(move.source)
        json.key("to")
        json.value(move.destination)
      }
    }
    key("replacements")
    list(changeset.replacements) { $0.value($1.index) }
  }

  private mutating func list<Element>(
    _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    array { json in
      for element in elements { write(&json, element) }
    }
  }
}
