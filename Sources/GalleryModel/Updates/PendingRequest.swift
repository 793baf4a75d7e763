// SPDX-License-Identifier: Apache-2.0

/// An edit in a queue, which refers to its page by identifier.
enum PendingEdit: Hashable, Sendable {
  case delete(PageID)
  case insert(PageID, InsertionFocus)
  case move(PageID, slot: Int)
  case replace(PageID, PageShape?)

  /// The page of the edit.
  var page: PageID {
    switch self {
    case .delete(let id), .insert(let id, _), .move(let id, _), .replace(let id, _): id
    }
  }

  var isInsertion: Bool {
    if case .insert = self { true } else { false }
  }

  var isReplacement: Bool {
    if case .replace = self { true } else { false }
  }
}

/// A request that was accepted and has not ended, with at least one edit.
struct PendingRequest: Hashable, Sendable {
  var ticket: UpdateTicket
  var edits: [PendingEdit]

  /// Whether the request runs in a transaction of its own.
  var isAlone = false
}
