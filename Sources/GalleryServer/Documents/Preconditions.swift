// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPTypes
import PageStorage
import Synchronization

extension Problem {
  static let preconditionRequired = Problem(
    .preconditionRequired, "The header If-Match is missing.")

  /// A document that has another title, other metadata or other pages than the client knows.
  static func conflict(_ document: Document) -> Self {
    Self(
      .conflict, "The document has changed.", facts: ["revision": document.revision],
      headers: [.eTag: document.entityTag])
  }
}

/// The tag of a document that was not updated, from the store's own thread.
final class OutcomeOfUpdate: Sendable {
  private let state = Mutex<String?>(nil)

  func found(_ document: Document) { state.withLock { $0 = document.entityTag } }

  var tag: String? { state.withLock { $0 } }
}
